// The look and the text of the page as its scripts and styles made it; the poses for its picture.

const MOST_ELEMENTS = 4000, MOST_PIECE = 80, MOST_TEXT = 400000, MOST_HTML = 4000000;

// The text that is displayed; the look of each piece of it, which stands for what it is written in and on; where
// elements stand.
replay.appearance = () => {
  const looks = {}, names = new Map(), boxes = [], grounds = new Map(), root = document.body;
  if (!root) return null;
  const groundBelow = (element) => {
    if (!element) return "";
    if (!grounds.has(element)) {
      const { backgroundColor: color, backgroundImage: image } = getComputedStyle(element);
      const own = (/, 0\)$|transparent/.test(color) ? "" : color) + (image === "none" ? "" : image.slice(0, 200));
      grounds.set(element, own || groundBelow(element.parentElement));
    }
    return grounds.get(element);
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = root, n = 0; node && n < MOST_ELEMENTS; node = walker.nextNode(), n++) {
    if (node === host || !node.checkVisibility()) continue;
    const r = node.getBoundingClientRect();
    if (!r.width || !r.height) continue;
    boxes.push([r.left + scrollX, r.top + scrollY, r.width, r.height].map(Math.round));
    const said = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
      .map((child) => squeeze(child.data)).join("").slice(0, MOST_PIECE);
    if (!said) continue;
    const s = getComputedStyle(node);
    const name = [s.color, s.fontFamily, s.fontSize, s.fontWeight, s.fontStyle, groundBelow(node)].join();
    if (!names.has(name)) names.set(name, names.size);
    looks[said] = names.get(name);
  }
  return { text: (root.innerText || "").slice(0, MOST_TEXT), looks, names: [...names.keys()], boxes };
};

// A picture is taken: our marks are away, and what stands fixed in the view stays at its place in the first one.
let posed = null;
replay.pose = () => {
  const s = scroller(), root = s === (document.scrollingElement || document.documentElement);
  const r = root ? { left: 0, top: 0 } : s.getBoundingClientRect();
  if (!posed) {
    posed = { at: [s.scrollTop, s.scrollLeft], fixed: [], highlights: [] };
    if (host) style(host, { display: "none" });
    for (const [name, ranges] of [...(CSS.highlights || [])]) {
      if (name.startsWith("tianwang-")) { posed.highlights.push([name, ranges]); CSS.highlights.delete(name); }
    }
  }
  return { height: Math.max(s.scrollHeight, s.clientHeight), view: s.clientHeight, width: s.clientWidth,
           left: r.left, top: r.top, ratio: devicePixelRatio };
};
replay.poseAt = (top) => {
  const s = scroller();
  if (top > 0 && !posed.fixed.length) {
    for (const element of document.body?.querySelectorAll("*") || []) {
      const { position } = getComputedStyle(element);
      if (position !== "fixed" && position !== "sticky") continue;
      const [name, value] = position === "fixed" ? ["visibility", "hidden"] : ["position", "static"];
      const { style: own } = element;
      posed.fixed.push([element, name, own.getPropertyValue(name), own.getPropertyPriority(name)]);
      own.setProperty(name, value, "important");
    }
  }
  quietly(() => s.scrollTo({ top, left: 0, behavior: "instant" }));
  return s.scrollTop;
};
replay.unpose = () => {
  if (!posed) return;
  const { at: [top, left], fixed, highlights } = posed;
  for (const [element, name, value, priority] of fixed) element.style.setProperty(name, value, priority);
  for (const [name, ranges] of highlights) CSS.highlights.set(name, ranges);
  if (host) style(host, { display: "block" });
  posed = null;
  quietly(() => scroller().scrollTo({ top, left, behavior: "instant" }));
};

// The page as it is now, without our marks and without scripts, which are done; null for a page that is too large.
replay.html = () => {
  const copy = document.documentElement.cloneNode(true);
  for (const element of copy.querySelectorAll("tianwang-marks, script, noscript")) element.remove();
  const said = "<!DOCTYPE html>" + copy.outerHTML;
  return said.length > MOST_HTML ? null : said;
};
