// Words that somebody looks for in the page. The text of each document goes to the program, which folds and finds
// (app/words/finding.py); where it found something is painted here, as CSS highlights like words that differ.

const BORDER = "\u2029", UNREAD = /^(textarea|select|canvas|video|audio)$/i, FRAMED = /^(iframe|frame|object)$/i;
const FOUND = "tianwang-found", HERE = "tianwang-found-here";
const LOOK = `@media screen { ::highlight(${FOUND}) { background-color: #ffe27a; color: #111; }
::highlight(${HERE}) { background-color: #d9480f; color: #fff; } }`;
let read = null, hits = [], marker = null;

// What can be read in this document, in order: text nodes with the place where each begins, and where frames stand.
function readable() {
  const nodes = [], starts = [], frames = [], pieces = [];
  let length = 0;
  const add = (text) => { pieces.push(text); length += text.length; };
  const border = () => { if (pieces.length && pieces[pieces.length - 1] !== BORDER) add(BORDER); };
  const numbers = new Map(Array.from({ length: window.length }, (_, n) => [window[n], n]));
  const visit = (node, seen) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (seen && node.data) { nodes.push(node); starts.push(length); add(node.data); }
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node === host || IGNORED.test(node.localName)) return;
    if (node.localName === "br") { add("\n"); return; }
    const { display, visibility } = getComputedStyle(node);
    if (display === "none" || UNREAD.test(node.localName)) return;
    if (FRAMED.test(node.localName) && numbers.has(node.contentWindow)) {
      frames.push([numbers.get(node.contentWindow), length]);
      return;
    }
    const apart = !/^(inline|contents|ruby)/.test(display);
    if (apart) border();
    if (node.shadowRoot) for (const child of node.shadowRoot.childNodes) visit(child, visibility === "visible");
    for (const child of node.childNodes) visit(child, visibility === "visible");
    if (apart) border();
  };
  const root = document.body || document.documentElement;
  if (root) visit(root, true);
  return { nodes, starts, frames, text: pieces.join("") };
}

replay.readText = () => {
  read = readable();
  return { frame: whereabouts(), text: read.text, frames: read.frames };
};

function rangeAt([from, to]) {
  const { nodes, starts } = read;
  const point = (place) => {
    let low = 0, high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= place) low = middle; else high = middle - 1;
    }
    return [nodes[low], place - starts[low]];
  };
  const range = document.createRange();
  const [[first, begin], [last, end]] = [point(from), point(to - 1)];
  range.setStart(first, begin);
  range.setEnd(last, end + 1);
  return range;
}

function paint(name, ranges) {
  if (!ranges.length) { CSS.highlights.delete(name); return; }
  const highlight = new Highlight(...ranges);
  highlight.priority = name === HERE ? 2 : 1;
  CSS.highlights.set(name, highlight);
  if (!marker) { marker = new CSSStyleSheet(); marker.replaceSync(LOOK); }
  for (const root of new Set(ranges.map((range) => range.startContainer.getRootNode()))) {
    const sheets = root.adoptedStyleSheets;
    if (sheets && !sheets.includes(marker)) sheets.push(marker);
  }
}

// Paint what was found in this document, of all documents of the page: their places, and the stretches of the text
// that was read last. Gives the number of the first that is not above what is seen.
replay.paintFound = (all) => {
  const here = JSON.stringify(whereabouts());
  const mine = all.find(({ frame }) => JSON.stringify(frame) === here);
  hits = [];
  for (const span of mine && read ? mine.spans : []) {
    try { hits.push(rangeAt(span)); } catch { hits.push(null); } // the page took the text away meanwhile
  }
  paint(HERE, []);
  paint(FOUND, hits.filter((hit) => hit));
  return { frame: whereabouts(), first: hits.findIndex((hit) => hit && hit.getBoundingClientRect().bottom > 0) };
};

// Scrolls what is around a node, outermost last, until a line at a height is seen; gives its height then.
function bring(node, heightOf) {
  openAround(node);
  const root = document.scrollingElement || document.documentElement;
  for (let box = elementOf(node); box; box = box.parentElement || (box.getRootNode().host ?? null)) {
    if (box === root || box === document.body || box.scrollHeight <= box.clientHeight + 1) continue;
    if (!/auto|scroll|hidden/.test(getComputedStyle(box).overflowY)) continue;
    const { top, bottom } = box.getBoundingClientRect(), y = heightOf();
    if (y < top + 8 || y > bottom - 8) box.scrollBy({ top: y - (top + bottom) / 2, behavior: "instant" });
  }
  const y = heightOf();
  if (y < 40 || y > innerHeight - 40) root.scrollBy({ top: y - innerHeight / 2, behavior: "instant" });
  return heightOf();
}

// One of the hits of this document as the one that is looked at; gives the frame, and where in it that stands.
replay.showFound = (place, number) => {
  if (JSON.stringify(place) !== JSON.stringify(whereabouts())) { paint(HERE, []); return null; }
  const hit = hits[number];
  if (!hit || !hit.startContainer.isConnected) { paint(HERE, []); return null; }
  paint(HERE, [hit]);
  const middle = () => { const { top, bottom } = hit.getBoundingClientRect(); return (top + bottom) / 2; };
  hit.startContainer.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  return { frame: place, y: bring(hit.startContainer, middle) };
};

// The same for a height in one of the frames of this document.
replay.showInFrame = (place, number, y) => {
  if (JSON.stringify(place) !== JSON.stringify(whereabouts())) return null;
  const all = [...document.querySelectorAll("iframe, frame, object")];
  const frame = all.find((element) => element.contentWindow === window[number]);
  return frame ? { frame: place, y: bring(frame, () => frame.getBoundingClientRect().top + y) } : null;
};

replay.foundMarks = () => [FOUND, HERE].map((name) => [...(CSS.highlights.get(name) || [])].map(String));
