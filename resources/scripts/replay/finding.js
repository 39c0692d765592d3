// Finds blocks: by their path, and where scripts moved things, by their text. A path is an XPath with
// positions in the HTML5 tree; "…/p[3]..p[7]" stands for several neighbours, and "…/pre[1]#4" for a stretch
// of preformatted text, which its text alone can find. What was found is a node, or a range over several.

const IGNORED = /^(script|style|noscript|template)$/i;
const squeeze = (text) => text.replace(/[\s\u200b\ufeff]+/g, "");
const isRange = (found) => found instanceof Range;

function textOf(node) {
  if (isRange(node)) return [...textsIn(node)].map(([text, from, to]) => text.data.slice(from, to)).join("");
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || IGNORED.test(node.localName)) return "";
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) text += child.data;
    else if (child.nodeType === Node.ELEMENT_NODE) text += textOf(child);
  }
  return text;
}

// The node that follows in the document when what is inside of one is passed over.
function after(node) {
  while (node && !node.nextSibling) node = node.parentNode;
  return node && node.nextSibling;
}

const edge = (node, offset) => (node.nodeType === Node.TEXT_NODE ? node : node.childNodes[offset] || after(node));

// The text nodes of a node or a range, each with the part of it that belongs to it. Nothing else is looked at: a body
// may have thousands of children, and each of them a mark.
function* textsIn(found) {
  const range = isRange(found) ? found : null;
  const [first, last] = range ? [range.startContainer, range.endContainer] : [found, null];
  let node = range ? edge(first, range.startOffset) : found;
  const stop = range ? edge(last, range.endOffset) : after(found);
  const from = (text) => (range && text === first ? range.startOffset : 0);
  while (node && node !== stop) {
    if (node.nodeType === Node.TEXT_NODE) yield [node, from(node), node.data.length];
    const passed = node === host || IGNORED.test(node.localName || "");
    if (passed && stop && node.contains(stop)) return;
    node = (!passed && node.firstChild) || after(node);
  }
  if (range && node && node === last && node.nodeType === Node.TEXT_NODE) yield [node, from(node), range.endOffset];
}

// One node for a path like /html[1]/body[1]/div[2]/text()[1], walked by hand: an XPath engine misses what is inside
// SVG. `known` keeps the children of a node by name, for there may be thousands of both.
function walk(path, known) {
  let node = document;
  for (const step of path.split("/").slice(1)) {
    node = child(node, step, known);
    if (!node) return null;
  }
  return node === document ? null : node;
}

function child(node, step, known) {
  const match = /^(.+?)(?:\[(\d+)\])?$/.exec(step);
  if (!match) return null;
  if (!known.has(node)) known.set(node, childrenByName(node));
  return (known.get(node).get(match[1].toLowerCase()) || [])[Number(match[2] || 1) - 1] || null;
}

// A node or a range for any path.
function follow(path, known) {
  const [first, last] = path.split("#")[0].split("..");
  const node = walk(first, known);
  if (!node || !last) return node;
  const end = node.parentNode && child(node.parentNode, last, known);
  return end && end !== node ? between(node, end) : node;
}

function between(first, last) {
  const range = document.createRange();
  range.setStartBefore(first);
  range.setEndAfter(last);
  return range.collapsed ? first : range;
}

function childrenByName(node) {
  const names = new Map();
  const add = (name, child) => { if (names.has(name)) names.get(name).push(child); else names.set(name, [child]); };
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) add("text()", child);
    else if (child.nodeType === Node.ELEMENT_NODE && child !== host) {
      add(child.localName.toLowerCase(), child);
      add("*", child);
    }
  }
  return names;
}

// Squeezed text -> nodes that have it, the innermost first. Made only when a path leads astray.
function textIndex() {
  const index = new Map();
  const add = (text, node) => {
    if (!text || text.length > 20000) return;
    const known = index.get(text);
    if (known) known.push(node); else index.set(text, [node]);
  };
  const visit = (node) => {
    if (node === host || IGNORED.test(node.localName)) return "";
    let text = "";
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) { const t = squeeze(child.data); add(t, child); text += t; }
      else if (child.nodeType === Node.ELEMENT_NODE) text += visit(child);
    }
    add(text, node);
    return text;
  };
  if (document.body) visit(document.body);
  return index;
}

// The squeezed text of a node, and for each of its characters where it stands.
function flatten(found) {
  let text = "";
  const nodes = [], starts = [], offsets = [];
  for (const [node, from, to] of textsIn(found)) {
    nodes.push(node); starts.push(text.length);
    const data = node.data;
    for (let n = from; n < to; n++) if (!/[\s\u200b\ufeff]/.test(data[n])) { text += data[n]; offsets.push(n); }
  }
  const nodeAt = (place) => {
    let low = 0, high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= place) low = middle; else high = middle - 1;
    }
    return nodes[low];
  };
  const rangeOf = (from, to) => {
    const range = document.createRange();
    range.setStart(nodeAt(from), offsets[from]);
    range.setEnd(nodeAt(to - 1), offsets[to - 1] + 1);
    return range;
  };
  return { text, rangeOf };
}

const _END = 48; // characters at both ends of a long text that are enough to know it by
function stretch(flat, wanted) {
  let from = flat.text.indexOf(wanted), to = from + wanted.length;
  if (from < 0 && wanted.length > 4 * _END) {
    from = flat.text.indexOf(wanted.slice(0, _END));
    to = flat.text.indexOf(wanted.slice(-_END), from) + _END;
    if (to - _END < from || to - from > 2 * wanted.length) return null;
  }
  return from < 0 ? null : flat.rangeOf(from, to);
}

function alike(node, wanted) {
  if (!wanted) return true;
  const have = squeeze(textOf(node));
  return have === wanted || (have !== "" && (have.includes(wanted) || wanted.includes(have)));
}

// The innermost element around a text, wherever that stands.
function containing(wanted, flat) {
  const place = wanted.length < 4 ? -1 : flat.text.indexOf(wanted);
  if (place < 0) return null;
  const found = flat.rangeOf(place, place + wanted.length).commonAncestorContainer;
  const element = found.nodeType === Node.TEXT_NODE ? found.parentElement : found;
  return element === document.body ? null : element;
}

function resolve(item, known, lookup, taken) {
  const { path, wanted } = item;
  const atPath = path ? follow(path, known) : null;
  if (path.includes("#")) { // around it there may be much more, as all of the page: that is no place for a mark
    if (!atPath || !wanted) return atPath;
    return stretch(lookup.flatOf(atPath), wanted) || (atPath === document.body ? null : atPath);
  }
  if (atPath && alike(atPath, wanted)) {
    // several neighbours may begin or end within what is another block's
    const flat = isRange(atPath) && wanted.length > 1 ? flatten(atPath) : null;
    return (flat && flat.text.length > wanted.length && stretch(flat, wanted)) || atPath;
  }
  if (wanted) {
    if (path.includes("..")) return (document.body && stretch(lookup.flat(), wanted)) || atPath;
    const found = (lookup.index().get(wanted) || []).filter((node) => !taken.has(node));
    const last = /([^\/\[]+)(\[\d+\])?$/.exec(path);
    const sameName = found.find((node) => last && node.localName === last[1].toLowerCase());
    const node = sameName || found[0] || (document.body && containing(wanted, lookup.flat()));
    if (node) return node;
  }
  return atPath;
}

function resolveAll(list) {
  let index = null;
  const known = new Map();
  const flats = new Map(); // thousands of stretches may stand in one element
  const flatOf = (node) => flats.get(node) || flats.set(node, flatten(node)).get(node);
  const lookup = { index: () => (index = index || textIndex()), flat: () => flatOf(document.body), flatOf };
  const taken = new Set(items.map((item) => item.node));
  for (const item of list) {
    item.node = resolve(item, known, lookup, taken);
    item.clips = item.node ? clipsOf(item.node) : [];
    if (item.node) taken.add(item.node);
  }
}

const elementOf = (found) => {
  if (!isRange(found)) return found.nodeType === Node.TEXT_NODE ? found.parentElement : found;
  const start = found.startContainer;
  const first = start.nodeType === Node.TEXT_NODE ? start : start.childNodes[found.startOffset] || start;
  return first.nodeType === Node.ELEMENT_NODE ? first : first.parentElement;
};
const isThere = (found) => (isRange(found) ? !found.collapsed && found.startContainer.isConnected : found.isConnected);

function boxOf(found) {
  if (!isRange(found) && found.nodeType !== Node.TEXT_NODE) return found.getBoundingClientRect();
  if (isRange(found)) return found.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(found);
  return range.getBoundingClientRect();
}

// The ancestors that cut off what sticks out of them.
function clipsOf(found) {
  const clips = [];
  let element = elementOf(found);
  const own = !isRange(found) && found.nodeType === Node.ELEMENT_NODE;
  let position = own ? getComputedStyle(element).position : "static";
  if (own) element = element.parentElement;
  for (; element && element !== document.documentElement; element = element.parentElement) {
    // What overflows the body is scrolled by the window.
    if (position === "fixed" || element === document.body) break;
    const style = getComputedStyle(element);
    if (position === "absolute" && style.position === "static") continue;
    if (style.overflowX !== "visible" || style.overflowY !== "visible") clips.push(element);
    position = style.position;
  }
  return clips;
}

// Where blocks stand, in pixels from the top of what is scrolled: blocks by their paths, and everything that is marked.
replay.places = (list) => {
  place(); // it may have been scrolled since
  const s = scroller(), root = document.scrollingElement || document.documentElement;
  const shift = s.scrollTop - (s === root ? 0 : s.getBoundingClientRect().top);
  const known = new Map(), spans = [];
  const add = (index, r) => { if (r && r.bottom > r.top) spans.push([index, r.top + shift, r.bottom - r.top]); };
  for (const [index, path] of list) {
    const found = path.includes("#") ? null : follow(path, known); // else it would stand for all that is around it
    if (found) add(index, boxOf(found));
  }
  const marked = new Map(), hidden = new Map(); // by index: what its blocks take together, whether all are hidden
  for (const item of items) {
    const known = marked.get(item.index), state = isHidden(item);
    if (state !== null) hidden.set(item.index, state && hidden.get(item.index) !== false);
    if (item.outline) marked.set(item.index, known ? united(known, item.outline) : item.outline);
  }
  for (const [index, r] of marked) add(index, r);
  const boxes = frameBoxes().map(([n, top, height]) => [n, top + shift, height]);
  return { frame: whereabouts(), boxes,
           height: Math.max(s.scrollHeight, s.clientHeight), view: s.clientHeight, spans, hidden: [...hidden],
           at: part(s.scrollTop, s.scrollHeight, s.clientHeight),
           gaps: gaps.filter((gap) => gap.y !== null).map((gap) => [gap.index, gap.y + shift]) };
};
