// Outlines: around the visible part of a block, one for neighbours of one mark, clear of other blocks.

const NEIGHBOURS = 400; // pixels at most between blocks of one mark that have one outline
const LEAST = 24; // pixels of an outline, so that one around a picture without size is seen
const OWN = new Set(["added", "removed", "moved", "changed"]); // kinds whose place is told though nothing is displayed
const AIR = 3; // pixels around a block, where there is room
const MOST_BLANK = 20; // neighbours that take no room, in which one that does is looked for

function rectOf(item) {
  // what is folded away, as in a closed <details>, has a box, too, in the middle of what follows
  if (!elementOf(item.node).checkVisibility()) return null;
  let { left, top, right, bottom } = boxOf(item.node);
  if (right <= left && bottom <= top) return null;
  for (const clip of item.clips) {
    const c = clip.getBoundingClientRect();
    left = Math.max(left, c.left); top = Math.max(top, c.top);
    right = Math.min(right, c.right); bottom = Math.min(bottom, c.bottom);
  }
  return right - left < 1 || bottom - top < 1 ? null : { left, top, right, bottom };
}

// The box of a range; of a link without words that of the link.
function sizeOf(range) {
  const r = range.getBoundingClientRect(), around = range.startContainer;
  return r.height || around.nodeType !== Node.ELEMENT_NODE ? r : around.getBoundingClientRect();
}

// Whether somebody can see the text of a range: it is displayed, and not above or left of the page.
function isSeen(range) {
  const element = elementOf(range);
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const { left, right, top, bottom } = sizeOf(range);
  return (right > left || bottom > top) && right + scrollX > 0 && bottom + scrollY > 0;
}

// Whether all that differs in a block is hidden on the page; null where the block does not say what differs.
function isHidden(item) {
  if (!item.node) return null;
  if (!item.rect) return !elementOf(item.node).checkVisibility() || textOf(item.node).trim() !== "";
  if (item.rect.right + scrollX <= 0 || item.rect.bottom + scrollY <= 0) return true;
  if (!item.ranges.length && !item.frames.length && !item.carets.length) {
    if (item.kind === "layout") return item.words.length || item.links.length ? true : null;
    return item.kind === "changed" || item.kind === "markup" ? null : false;
  }
  return !item.frames.some(({ rect }) => rect) && !item.carets.some(({ rect }) => rect) && !item.ranges.some(isSeen);
}

// A cell that is far higher than what is in it, since the one beside it is, is outlined around that; layout around what
// differs in it.
function tight(item) {
  if (item.kind === "layout" && item.ranges.some(isSeen)) return item.ranges.filter(isSeen).map(sizeOf).reduce(united);
  const { left, top, right, bottom } = item.rect, high = bottom - top;
  if (isRange(item.node) || !/^(td|th)$/.test(item.node.localName) || high < 3 * LEAST) return item.rect;
  const range = document.createRange();
  range.selectNodeContents(item.node);
  const c = range.getBoundingClientRect();
  if (c.bottom <= c.top || c.right <= c.left || high < 2 * (c.bottom - c.top) + LEAST) return item.rect;
  return { left: Math.max(left, c.left), top: Math.max(top, c.top),
           right: Math.min(right, c.right), bottom: Math.min(bottom, c.bottom) };
}

function large({ left, top, right, bottom }) {
  if (right - left >= LEAST) return { left, top, right, bottom };
  if (bottom - top < LEAST) { top = (top + bottom - LEAST) / 2; bottom = top + LEAST; }
  return { left, top, right: left + LEAST, bottom };
}

// Where what stands before (or behind) a node ends (or begins), in pixels from the top of the view; null for nothing.
function neighbour(node, before) {
  let one = node;
  if (isRange(node)) one = before ? edge(node.startContainer, node.startOffset)
    : node.endContainer.childNodes[node.endOffset - 1] || node.endContainer;
  for (; one && one !== document.body; one = one.parentNode) {
    let other = one;
    for (let n = 0; n < MOST_BLANK && (other = before ? other.previousSibling : other.nextSibling); n++) {
      if (other === host || (other.nodeType === Node.TEXT_NODE && !other.data.trim())) continue;
      if (other.nodeType !== Node.TEXT_NODE && other.nodeType !== Node.ELEMENT_NODE) continue;
      const r = boxOf(other);
      if (r.bottom > r.top && r.right > r.left) return before ? r.bottom : r.top;
    }
  }
  return null;
}

const united = (a, b) => ({ left: Math.min(a.left, b.left), top: Math.min(a.top, b.top),
                            right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) });

// Whether a block stands below the others of its mark, or beside them.
function adjoins(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (across > 0) return along > -NEIGHBOURS;
  return across > -NEIGHBOURS && along > Math.min(a.bottom - a.top, b.bottom - b.top) / 2;
}

// Where a block that is not displayed would stand: a line below what is seen before it.
function spotOf(item) {
  let around = elementOf(item.node);
  while (around && !around.checkVisibility()) around = around.parentElement;
  const r = around && around.getBoundingClientRect(), above = neighbour(item.node, true);
  if (!r || r.right - r.left < 1) return null;
  const y = Math.min(Math.max(r.top, above === null ? r.top : above), Math.max(r.bottom, r.top));
  return { left: r.left, top: y, right: r.right, bottom: y + 2 };
}

// Gives each item its outline, or none where that of another block of the mark holds it as well.
function outline() {
  let leader = null, spotted = null;
  for (const item of items) {
    const absent = item.node && !item.rect && OWN.has(item.kind) && item.index !== spotted && isHidden(item);
    item.spot = absent ? spotOf(item) : null;
    if (item.spot) spotted = item.index;
    item.outline = item.rect && !concealed.has(item.index) ? tight(item) : null;
    if (!item.outline) continue;
    if (leader && leader.index === item.index && adjoins(leader.outline, item.outline)) {
      leader.outline = united(leader.outline, item.outline);
      leader.last = item;
      item.outline = null;
    } else { leader = item; leader.last = item; }
  }
  for (const item of items) {
    if (!item.outline) continue;
    const r = item.outline = large(item.outline);
    const above = neighbour(item.node, true), below = neighbour(item.last.node, false);
    const up = above === null ? AIR : Math.max(0, Math.min(AIR, Math.floor((r.top - above) / 2)));
    const down = below === null ? AIR : Math.max(0, Math.min(AIR, Math.floor((below - r.bottom) / 2)));
    item.air = [up, down];
  }
}

replay.outlines = () => items.filter((item) => item.outline)
  .map(({ index, ground, color, air, outline }) => ({ index, ground, color, air, ...outline }));
replay.spots = () => items.filter((item) => item.spot).map(({ index, spot }) => ({ index, ...spot }));
