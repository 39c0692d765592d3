// Paints marks over blocks, and over the place where a block is not. The marks live in a layer of their own:
// an element without size that is positioned absolutely, with a closed shadow tree. Nothing in the page
// moves, and the page's style sheets do not reach the marks. Styles are set through the object model, which
// no content security policy forbids. What a mark and a gap are is said in widgets/web/marks.py.

let items = [], gaps = [], host = null, layer = null, planned = false, styles = {}, focused = null, watching = false;
const EYE = 0.3; // of the height: where a mark in focus begins
let concealed = new Set(); // indexes of marks that have no outline
const NARROW = 8; // pixels below a block at most, where the line of a gap stands
const LIVE = "a,button,input,select,textarea,label,summary"; // a click there is meant for the page

function style(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value, "important");
}

function prepareLayer() {
  if (!host) {
    host = document.createElement("tianwang-marks");
    host.setAttribute("aria-hidden", "true");
    style(host, { all: "initial", position: "absolute", left: "0", top: "0", width: "0", height: "0",
                  "z-index": "2147483647", "pointer-events": "none", display: "block" });
    layer = host.attachShadow({ mode: "closed" });
  }
  if (!host.isConnected && document.documentElement) document.documentElement.append(host);
}

function makeBadge(index, kind) {
  const { color, sign } = styles[kind];
  const badge = document.createElement("div");
  style(badge, { position: "absolute", width: "18px", height: "18px", "border-radius": "9px", display: "none",
                 "background-color": color, color: "#fff", font: "bold 13px/18px sans-serif", "text-align": "center",
                 "pointer-events": "auto", cursor: "pointer", "box-shadow": "0 0 0 1px #fff", "user-select": "none",
                 "white-space": "nowrap" });
  badge.textContent = sign;
  if (!sign) style(badge, { visibility: "hidden" });
  badge.addEventListener("click", (event) => {
    event.preventDefault(); event.stopImmediatePropagation();
    if (event.isTrusted) send({ clicked: index });
  });
  return badge;
}

function makeItem(mark) {
  const box = document.createElement("div"), badge = makeBadge(mark.index, mark.kind);
  style(box, { position: "absolute", "border-radius": "3px", "box-sizing": "border-box", "pointer-events": "none",
               display: "none" });
  // a veil takes the clicks that are meant for what is below it
  if (styles[mark.kind].line === "veil") box.addEventListener("click", (event) => {
    event.preventDefault(); event.stopImmediatePropagation();
    if (event.isTrusted) send({ clicked: mark.index });
  });
  layer.append(box, badge);
  const wanted = squeeze(mark.text || mark.words.map(({ text }) => text).join(""));
  return { ...mark, wanted, color: "", ground: "", box, badge, node: null, clips: [], ranges: [], frames: [],
           carets: [], rect: null, outline: null, drawn: "" };
}

function makeGap({ index, kind, before, after, later }) {
  const { color } = styles[kind];
  const box = document.createElement("div"), badge = makeBadge(index, kind);
  style(box, { position: "absolute", height: "0", "border-top": `2px dashed ${color}`, display: "none" });
  style(badge, { "background-color": "#fff", color, "box-shadow": `0 0 0 2px ${color}`, width: "14px", height: "14px",
                 font: "bold 12px/14px sans-serif" });
  layer.append(box, badge);
  return { index, before, after, later, color, sign: styles[kind].sign, box, badge, y: null, leader: null,
           dressed: "", told: 0, drawn: "" };
}

// Where a block would stand: below the one before it, or above the one after it when it belongs to that.
function placeOfGap(gap, known) {
  const one = gap.before && follow(gap.before, known), two = gap.after && follow(gap.after, known);
  const above = one && boxOf(one), below = two && boxOf(two);
  const seen = (r) => r && (r.bottom > r.top || r.right > r.left);
  const r = seen(above) && !(gap.later && seen(below)) ? above : seen(below) ? below : null;
  if (!r) return null;
  const between = r === above && seen(below) && below.top >= above.bottom;
  // in the middle of narrow space; wide space holds what only this version has, and a line through that would mislead
  const y = between ? above.bottom + Math.min(NARROW, (below.top - above.bottom) / 2) : r === above ? r.bottom : r.top;
  return { left: r.left, right: r.right, y, node: r === above ? one : two };
}

function place() {
  planned = false;
  if ((!items.length && !gaps.length) || !document.documentElement) return;
  prepareLayer();
  const gone = items.filter((item) => item.node && !isThere(item.node));
  if (gone.length) { resolveAll(gone); decorate(); }
  // First measure everything, then write: one layout for all marks.
  const origin = host.getBoundingClientRect();
  const root = document.scrollingElement || document.documentElement;
  const wide = Math.max(root.scrollWidth, root.clientWidth), high = Math.max(root.scrollHeight, root.clientHeight);
  const minX = -root.scrollLeft - origin.left, minY = -root.scrollTop - origin.top;
  const known = new Map(), taken = new Set();
  const all = wide, edge = minX + root.scrollLeft + root.clientWidth; // of what is seen
  for (const item of items) {
    item.rect = item.node && rectOf(item);
    for (const frame of item.frames) frame.rect = frame.node.isConnected ? rectOf(frame) : null;
    for (const caret of item.carets) caret.rect = rectOfCaret(caret);
  }
  outline();
  const leaders = new Map(); // of gaps at the same place: one line for all of them, with their number
  for (const gap of gaps) {
    gap.place = placeOfGap(gap, known); gap.y = gap.place && gap.place.y;
    if (gap.place && !gap.dressed && (gap.dressed = groundOf(elementOf(gap.place.node).parentElement)) === "dark") {
      style(gap.box, { "border-top-color": lighter(gap.color, BRIGHT) });
    }
    const where = gap.place && `${gap.sign} ${Math.round(gap.y)} ${Math.round(gap.place.left)}`;
    gap.leader = where ? leaders.get(where) || null : null;
    gap.count = 1;
    if (gap.leader) gap.leader.count++; else leaders.set(where, gap);
  }
  for (const gap of gaps) {
    if (gap.told === gap.count) continue;
    gap.told = gap.count;
    gap.badge.textContent = gap.count > 1 ? gap.sign + gap.count : gap.sign;
    style(gap.badge, { width: gap.count > 1 ? "30px" : "14px" });
  }
  // A little air around the text, but nothing beyond the page: that would give it a scroll bar.
  const put = (thing, r, size, air = 0, [up, down] = [0, 0], wide = size) => {
    let drawn = "none";
    if (r) {
      thing.at = corner(r, size, wide);
      const [x1, x2] = [r.left - origin.left, r.right - origin.left];
      const near = Math.min(x1, Math.max(minX, x1 - air)), far = Math.max(x2, Math.min(minX + all, x2 + air));
      const top = Math.max(minY, r.top - origin.top - up);
      const box = [near, top, far - near, Math.min(minY + high, r.bottom - origin.top + down) - top];
      drawn = [...box, ...thing.at].map((n) => Math.round(n * 10) / 10).join(" ");
    }
    if (drawn === thing.drawn) return;
    thing.drawn = drawn;
    style(thing.box, { display: r ? "block" : "none" });
    style(thing.badge, { display: r ? "block" : "none" });
    if (!r) return;
    const [left, top, width, height] = drawn.split(" ").map(Number);
    style(thing.box, { left: left + "px", top: top + "px", width: width + "px", height: height + "px" });
    style(thing.badge, { left: thing.at[0] + "px", top: thing.at[1] + "px" });
  };
  // Signs stand at the right, where lines of text have ended; one beside the other where they would meet.
  const corner = (r, size, far) => {
    const lift = size < 18 && r.bottom > r.top ? size - 3 : size / 2; // above what is small, it would cover the text
    const y = Math.max(minY + 2, Math.min(r.top - origin.top - lift, minY + high - size - 2));
    let x = Math.max(minX + 2, Math.min(r.right - origin.left - far / 2, edge - far - 2, minX + wide - far - 2));
    const cell = (x) => Math.round(x / 20) + " " + Math.round(y / 14);
    for (let n = 0; n < 20 && taken.has(cell(x)) && x > minX + 22; n++) x -= 20;
    taken.add(cell(x));
    return [Math.round(x), Math.round(y * 10) / 10];
  };
  for (const item of items) {
    put(item, item.outline || item.spot, item.outline ? fit(item) : 18, 4, item.outline ? item.air : [0, 0]);
    for (const frame of item.frames) drawFrame(frame, origin);
    for (const caret of item.carets) drawCaret(caret, origin);
  }
  for (const gap of gaps) {
    const line = gap.leader ? null : gap.place && { ...gap.place, top: gap.y, bottom: gap.y };
    put(gap, line, 14, 0, [0, 0], gap.count > 1 ? 30 : 14);
  }
}

function plan() {
  if ((items.length || gaps.length) && !planned) { planned = true; requestAnimationFrame(place); }
}

function watch() {
  if (watching) return;
  watching = true;
  addEventListener("resize", () => { for (const i of items) if (i.node) i.clips = clipsOf(i.node); plan(); });
  addEventListener("scroll", plan, { capture: true, passive: true });
  for (const name of ["load", "error", "transitionend", "animationend", "toggle"]) {
    document.addEventListener(name, plan, { capture: true, passive: true });
  }
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(plan).observe(document, everything);
  const sizes = new ResizeObserver(plan);
  for (const element of [document.documentElement, document.body]) if (element) sizes.observe(element);
  if (document.fonts) document.fonts.addEventListener("loadingdone", plan);
  document.addEventListener("click", (event) => {
    const target = event.target;
    if (!event.isTrusted || target === host || (target.closest && target.closest(LIVE))) return;
    const inside = items.filter(({ outline: r, box }) => r && box.isConnected
      && event.clientX >= r.left && event.clientX < r.right && event.clientY >= r.top && event.clientY < r.bottom);
    const area = ({ outline: r }) => (r.right - r.left) * (r.bottom - r.top);
    if (inside.length) send({ clicked: inside.reduce((a, b) => (area(b) < area(a) ? b : a)).index });
  }, true);
}

replay.mark = ({ marks, gaps: wantedGaps, styles: wantedStyles }) => {
  for (const thing of [...items, ...gaps]) { thing.box.remove(); thing.badge.remove(); }
  for (const { box } of items.flatMap((item) => [...item.frames, ...item.carets])) box.remove();
  items = []; gaps = []; focused = null; concealed = new Set(); grounds = new WeakMap();
  if (sheet) highlightWords(); // takes the old ones away
  styles = wantedStyles;
  if (!marks.length && !wantedGaps.length) { if (host) host.remove(); return { found: 0, lost: [] }; }
  prepareLayer();
  items = marks.map(makeItem);
  gaps = wantedGaps.map(makeGap);
  resolveAll(items);
  decorate();
  place();
  watch();
  const lost = items.filter((item) => !item.node).map((item) => item.index);
  return { found: items.length - lost.length, lost };
};

// What belongs to blocks that were found, or found again.
function decorate() {
  for (const item of items) dress(item);
  highlightWords(); framePictures(); markBreaks();
}

// Draw no outline for marks, for what differs in them is hidden.
replay.conceal = (indexes) => { concealed = new Set(indexes); place(); };

replay.markAgain = place;
replay.markRects = () => items.map((item) => item.rect && { index: item.index, ...item.rect });

// Where in a block that is taller than the view the first difference stands: the rest of it was seen before.
function startOf(item, rect) {
  if (!item.start || rect.bottom - rect.top < innerHeight * (1 - EYE)) return rect.top;
  const flat = flatten(item.node);
  if (!flat.text) return rect.top;
  const at = Math.min(item.start, flat.text.length - 1);
  const { top } = flat.rangeOf(at, at + 1).getBoundingClientRect();
  return top > rect.top + innerHeight * (1 - EYE) / 2 && top < rect.bottom ? top : rect.top;
}

function openAround(node) {
  for (let element = elementOf(node); element; element = element.parentElement) {
    if (element.localName === "details" && !element.open) element.open = true;
  }
}

// The same mark, without the page moving under the pointer of whoever has clicked it.
replay.emphasise = (index) => {
  const s = document.scrollingElement || document.documentElement, { scrollLeft: left, scrollTop: top } = s;
  replay.focusMark(index);
  s.scrollTo({ left, top, behavior: "instant" });
};

replay.focusMark = (index) => {
  const item = items.find((i) => i.index === index && i.node) || gaps.find((gap) => gap.index === index && gap.place);
  const shown = item && item.leader ? item.leader : item; // of several gaps at one place
  if (focused) { style(focused.box, { "box-shadow": "none" }); focused = null; }
  if (!item) return false;
  focused = shown;
  style(shown.box, { "box-shadow": `0 0 0 3px ${item.color}80` });
  const there = () => (item.node ? rectOf(item) || spotOf(item) : placeOfGap(item, new Map()));
  quietly(() => {
    if (item.node) {
      openAround(item.node);
      elementOf(item.node).scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    }
    const rect = there();
    // at the same height in every pane, so that what belongs together stands side by side
    const top = rect && (item.node ? startOf(item, rect) : rect.y);
    if (rect) scroller().scrollBy({ top: top - innerHeight * EYE, behavior: "instant" });
  });
  place();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const pulse = { duration: 450, iterations: 2, easing: "ease-out" };
    shown.box.animate([{ backgroundColor: item.color + "99" }, {}], pulse);
  }
  return true;
};
