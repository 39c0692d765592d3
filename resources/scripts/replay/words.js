// Highlights words that differ, links that lead elsewhere, and words that a link gained or lost. They are CSS
// custom highlights: ranges that the browser paints, so that the document stays as it is. The one style sheet
// that says how is constructed, which no content security policy forbids.

const MOST_RANGES = 3000, CONTEXT = 24;
let sheet = null;

// Ranges of the stretches that differ. `runs` is the text of the block in stretches, { text, differs } each.
function rangesOf(found, runs) {
  const flat = flatten(found);
  const stretches = runs.map(({ text, differs }) => ({ text: squeeze(text), differs })).filter(({ text }) => text);
  const whole = stretches.map(({ text }) => text).join("");
  const shift = flat.text === whole ? 0 : flat.text.indexOf(whole);
  const ranges = [];
  let at = 0, seen = 0;
  for (const { text, differs } of stretches) {
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

// Ranges of the links of a block, each given by its address and which of those that lead there it is; not of those
// whose words differ anyway, which stand for as many of the others.
function linksOf(found, given, words) {
  const wanted = new Map(); // address -> which
  for (const { address, which } of given) {
    const href = URL.parse(address, document.baseURI)?.href;
    if (href) wanted.set(href, [...(wanted.get(href) || []), which]);
  }
  const elementAt = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);
  const linkAt = (node) => elementAt(node).closest("a[href]");
  const told = new Set(words.flatMap((range) => [linkAt(range.startContainer), linkAt(range.endContainer)]));
  const around = elementAt(isRange(found) ? found.commonAncestorContainer : found), whole = linkAt(around);
  const inside = whole ? [whole] : [...around.querySelectorAll("a[href]")];
  const here = inside.filter((a) => wanted.has(a.href) && (!isRange(found) || found.intersectsNode(a)));
  const chosen = [];
  for (const [href, places] of wanted) {
    const alike = here.filter((a) => a.href === href);
    const left = places.length - alike.filter((a) => told.has(a)).length;
    const one = (n) => alike[Math.min(n, alike.length - 1)]; // a link of the source may be no link on the page
    if (left > 0) chosen.push(...[...new Set(places.map(one))].filter((a) => a && !told.has(a)).slice(0, left));
  }
  return chosen.map((a) => {
    const range = document.createRange();
    range.selectNodeContents(a);
    return range;
  });
}

// Ranges of words that became a part of a link, or ceased to be one.
function relinkedOf(item) {
  const flat = flatten(item.node);
  const shift = item.wanted ? flat.text.indexOf(item.wanted) : 0;
  const there = item.relinked.filter(({ at, text }) => shift >= 0 && flat.text.startsWith(text, at + shift));
  return there.map(({ at, text }) => flat.rangeOf(at + shift, at + shift + text.length));
}

const NAMES = (kind) => [kind, kind + "-dark", kind + "-link", kind + "-link-dark"];

// On dark ground words are written dark on a bright ground of their own.
function lookOf(name) {
  const dark = name.endsWith("-dark"), link = name.replace("-dark", "").endsWith("-link");
  const { color } = styles[name.replace(/(-link)?(-dark)?$/, "")];
  if (link) return `text-decoration: underline wavy 2px ${dark ? lighter(color, BRIGHT) : color};`;
  if (dark) return `color: #111; background-color: ${lighter(color, PALE)}; text-decoration: underline 2px ${color};`;
  return `background-color: ${color}47; text-decoration: underline 2px ${color};`;
}

function highlightWords() {
  if (!globalThis.Highlight || !CSS.highlights) return 0;
  for (const name of Object.keys(styles).flatMap(NAMES)) CSS.highlights.delete(`tianwang-${name}`);
  const found = new Map();
  let count = 0;
  const add = (item, what, ranges) => {
    count += ranges.length;
    const name = item.kind + what + (item.ground === "dark" ? "-dark" : "");
    if (ranges.length) found.set(name, [...(found.get(name) || []), ...ranges]);
    item.ranges.push(...ranges);
  };
  for (const item of items) {
    item.ranges = [];
    if (!item.node || count > MOST_RANGES) continue;
    try {
      const words = item.words.length ? rangesOf(item.node, item.words) : [];
      add(item, "", words);
      if (item.links.length) add(item, "-link", linksOf(item.node, item.links, words));
      if (item.relinked.length) add(item, "-link", relinkedOf(item));
    } catch { /* the page took the text away while it was read */ }
  }
  if (count && !sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  if (sheet) {
    sheet.replaceSync([...found.keys()].map((name) => `::highlight(tianwang-${name}) { ${lookOf(name)} }`).join("\n"));
  }
  for (const [name, ranges] of found) CSS.highlights.set(`tianwang-${name}`, new Highlight(...ranges));
  return count;
}

replay.highlighted = () => Object.keys(styles).flatMap(NAMES).flatMap((name) =>
  [...(CSS.highlights.get(`tianwang-${name}`) || [])].map((range) => [name, range.toString()]));
