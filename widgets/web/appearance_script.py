"""The part of the page's script that says how the page looks, and what it shows, as its scripts and styles made it."""

APPEARANCE = r"""
const MOST_ELEMENTS = 4000, MOST_TEXT = 400000, MOST_HTML = 4000000;

// The text that is displayed; how much text (and how many elements) there is of each look; where elements stand.
replay.appearance = () => {
  const looks = {}, boxes = [], root = document.body;
  if (!root) return null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = root, n = 0; node && n < MOST_ELEMENTS; node = walker.nextNode(), n++) {
    if (node === host || !node.checkVisibility()) continue;
    const r = node.getBoundingClientRect(), s = getComputedStyle(node);
    if (!r.width || !r.height) continue;
    let own = 1;
    for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) own += squeeze(child.data).length;
    const line = s.borderTopWidth === "0px" ? "" : s.borderTopWidth + s.borderTopStyle + s.borderTopColor;
    const image = s.backgroundImage === "none" ? "" : s.backgroundImage.slice(0, 200);
    const look = [s.color, s.backgroundColor, image, s.fontFamily, s.fontSize, s.fontWeight, s.fontStyle, line].join();
    looks[look] = (looks[look] || 0) + own;
    boxes.push([r.left + scrollX, r.top + scrollY, r.width, r.height].map(Math.round));
  }
  return { text: (root.innerText || "").slice(0, MOST_TEXT), looks, boxes };
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
"""
