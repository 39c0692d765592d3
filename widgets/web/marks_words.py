"""The part of the page's script that highlights the words that differ, and links that lead elsewhere.

They are CSS custom highlights: ranges that the browser paints, so that the document stays as it is. The one style sheet
that says how is constructed, which no content security policy forbids.
"""

WORDS = r"""
const MOST_RANGES = 3000, CONTEXT = 24;
let sheet = null;

// Ranges of the stretches that differ. `runs` is the text of the block in stretches, [text, differs] each.
function rangesOf(found, runs) {
  const flat = flatten(found);
  const stretches = runs.map(([text, differs]) => [squeeze(text), differs]).filter(([text]) => text);
  const whole = stretches.map(([text]) => text).join("");
  const shift = flat.text === whole ? 0 : flat.text.indexOf(whole);
  const ranges = [];
  let at = 0, seen = 0;
  for (const [text, differs] of stretches) {
    if (differs) {
      let from = at + shift;
      if (shift < 0) { // the page shows the text otherwise: by what stands before it
        const before = whole.slice(Math.max(0, at - CONTEXT), at);
        const near = flat.text.indexOf(before + text, Math.max(0, seen - before.length));
        from = near < 0 ? -1 : near + before.length;
      }
      if (from >= 0) { ranges.push(flat.rangeOf(from, from + text.length)); seen = from + text.length; }
    }
    at += text.length;
  }
  return ranges;
}

// Ranges of the links of a block that lead to one of the addresses; not of those whose words differ anyway.
function linksOf(found, addresses, words) {
  const wanted = new Set(addresses.map((address) => URL.parse(address, document.baseURI)?.href));
  const elementAt = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);
  const linkAt = (node) => elementAt(node).closest("a[href]");
  const told = new Set(words.flatMap((range) => [linkAt(range.startContainer), linkAt(range.endContainer)]));
  const around = elementAt(isRange(found) ? found.commonAncestorContainer : found), whole = linkAt(around);
  const inside = whole ? [whole] : [...around.querySelectorAll("a[href]")];
  const here = (a) => !told.has(a) && wanted.has(a.href) && (!isRange(found) || found.intersectsNode(a));
  return inside.filter(here).map((a) => {
    const range = document.createRange();
    range.selectNodeContents(a);
    return range;
  });
}

function highlightWords() {
  if (!globalThis.Highlight || !CSS.highlights) return 0;
  for (const kind of Object.keys(styles)) {
    for (const name of [kind, kind + "-link"]) CSS.highlights.delete(`tianwang-${name}`);
  }
  const found = new Map();
  let count = 0;
  const add = (name, ranges) => {
    count += ranges.length;
    if (ranges.length) found.set(name, [...(found.get(name) || []), ...ranges]);
  };
  for (const item of items) {
    if (!item.node || count > MOST_RANGES) continue;
    try {
      const words = item.words?.length ? rangesOf(item.node, item.words) : [];
      add(item.kind, words);
      if (item.links?.length) add(item.kind + "-link", linksOf(item.node, item.links, words));
    } catch { /* the page took the text away while it was read */ }
  }
  if (count && !sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  const look = (name) => {
    const link = name.endsWith("-link"), { color } = styles[link ? name.slice(0, -5) : name];
    return link ? `text-decoration: underline wavy 2px ${color};`
      : `background-color: ${color}47; text-decoration: underline 2px ${color};`;
  };
  if (sheet) {
    sheet.replaceSync([...found.keys()].map((name) => `::highlight(tianwang-${name}) { ${look(name)} }`).join("\n"));
  }
  for (const [name, ranges] of found) CSS.highlights.set(`tianwang-${name}`, new Highlight(...ranges));
  return count;
}

replay.highlighted = () => Object.keys(styles).flatMap((kind) => [kind, kind + "-link"]).flatMap((name) =>
  [...(CSS.highlights.get(`tianwang-${name}`) || [])].map((range) => [name, range.toString()]));
"""
