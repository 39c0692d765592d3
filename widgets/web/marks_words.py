"""The part of the page's script that highlights the words that differ, inside the blocks of the page itself.

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

function highlightWords() {
  if (!globalThis.Highlight || !CSS.highlights) return 0;
  for (const kind of Object.keys(styles)) CSS.highlights.delete(`tianwang-${kind}`);
  const found = new Map();
  let count = 0;
  for (const item of items) {
    if (!item.node || !item.words || count > MOST_RANGES) continue;
    try {
      const ranges = rangesOf(item.node, item.words);
      count += ranges.length;
      if (!found.has(item.kind)) found.set(item.kind, []);
      found.get(item.kind).push(...ranges);
    } catch { /* the page took the text away while it was read */ }
  }
  if (count && !sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  if (sheet) sheet.replaceSync([...found.keys()].map((kind) => `::highlight(tianwang-${kind}) {
    background-color: ${styles[kind].color}47; text-decoration: underline 2px ${styles[kind].color}; }`).join("\n"));
  for (const [kind, ranges] of found) CSS.highlights.set(`tianwang-${kind}`, new Highlight(...ranges));
  return count;
}

replay.highlighted = () => Object.keys(styles).flatMap((kind) =>
  [...(CSS.highlights.get(`tianwang-${kind}`) || [])].map((range) => [kind, range.toString()]));
"""
