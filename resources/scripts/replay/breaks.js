// Carets where white space alone differs, with a sign for a line break.

const MOST_BREAKS = 200, CARET = 2;

// Places of an item: the range of the character beside each, whether the place is behind that, its sign, and the
// range of the character that follows.
function placesOfBreaks(item) {
  const flat = flatten(item.node);
  const shift = item.wanted ? flat.text.indexOf(item.wanted) : 0;
  if (shift < 0 || !flat.text) return [];
  return item.breaks.filter(({ at }) => at + shift <= flat.text.length).map(({ at, sign }) => {
    const place = at + shift, n = Math.max(0, place - 1);
    const next = place > 0 && place < flat.text.length ? flat.rangeOf(place, place + 1) : null;
    return { range: flat.rangeOf(n, n + 1), behind: place > 0, sign, next };
  });
}

function markBreaks() {
  let count = 0;
  for (const item of items) {
    for (const { box } of item.carets) box.remove();
    item.carets = [];
    if (!item.node || !item.breaks.length) continue;
    const ink = item.ground === "dark" ? "#111" : "#fff";
    for (const found of placesOfBreaks(item)) {
      if (++count > MOST_BREAKS) return;
      const box = document.createElement("div"), flag = document.createElement("div");
      style(box, { position: "absolute", width: CARET + "px", "background-color": item.color, display: "none",
                   "box-shadow": "0 0 0 1px " + ink });
      style(flag, { position: "absolute", left: CARET + "px", top: "0", "background-color": item.color, color: ink,
                    font: "bold 12px/15px sans-serif", padding: "0 3px", "border-radius": "0 3px 3px 0",
                    "white-space": "nowrap", display: found.sign === "\u23ce" ? "block" : "none" });
      flag.textContent = found.sign;
      box.append(flag);
      layer.append(box);
      item.carets.push({ ...found, box, rect: null, drawn: "" });
    }
  }
}

function rectOfCaret({ range, behind, sign, next }) {
  if (!range.startContainer.isConnected || !isSeen(range)) return null;
  const rects = range.getClientRects(), r = behind ? rects[rects.length - 1] : rects[0];
  const after = sign === "\u23ce" && next && next.getBoundingClientRect();
  if (after && after.left >= r.right - 1 && after.top < r.bottom) return null; // the page breaks no line here
  return { left: (behind ? r.right : r.left) - CARET / 2, top: r.top - 2, bottom: r.bottom + 2 };
}

function drawCaret(caret, origin) {
  const r = caret.rect;
  const at = r ? [r.left - origin.left, r.top - origin.top, r.bottom - r.top] : [];
  const drawn = at.map((n) => Math.round(n * 10) / 10).join(" ");
  if (drawn === caret.drawn) return;
  caret.drawn = drawn;
  const [left, top, height] = drawn.split(" ").map((n) => n + "px");
  style(caret.box, r ? { display: "block", left, top, height } : { display: "none" });
}

replay.carets = () => items.flatMap((item) => item.carets.filter((caret) => caret.rect)
  .map(({ sign, rect }) => [sign, rect.left, rect.top, rect.bottom]));
