// The boxes, fonts and colours of a page: `most` elements at most, `marks` the name of our own layer over it.
// Each element is looked at once: where its parent stands in the list, and small numbers
// (app/blocks/page/styles.py); then the texts that are seen, each with its box (app/blocks/vips/reading.py).
({ most, marks }) => {
  const LETTERS = 500, ALL_LETTERS = 1000000; // of one text, and of all texts, that are sent
  const WHOLE = new Set(("img picture svg video audio canvas iframe frame object embed applet input button select "
    + "textarea math meter progress").split(" "));
  const SHOWN = 1, INLINE = 2, CLIPS = 4, AFLOAT = 8, PICTURE = 16;
  const ABOVE = 32, BELOW = 64, LEFT = 128, RIGHT = 256, SET = 512;
  const rows = [], names = [], values = [], known = new Map();
  const number = (text, list) => {
    const key = (list === names ? "n " : "v ") + text;
    if (!known.has(key)) { known.set(key, list.length); list.push(text); }
    return known.get(key);
  };
  const round = (n) => Math.round(n * 10) / 10;
  const none = (colour) => /^(transparent|rgba\(.*, 0\))$/.test(colour);
  const line = (style, side) => style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) > 0
    && !none(style[`border${side}Color`]);
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  const texts = [], range = document.createRange();
  let whole = 0, letters = 0;

  // What VIPS asks of an element, as bits.
  function looks(name, style) {
    const afloat = /^(absolute|fixed|sticky)$/.test(style.position);
    const clear = afloat && style.opacity === "0";
    const shown = style.display !== "none" && style.visibility === "visible" && !clear;
    return (shown ? SHOWN : 0) | (/^(inline|contents|ruby)/.test(style.display) ? INLINE : 0)
      | (/^inline-/.test(style.display) ? SET : 0)
      | ((hides(style.overflowX) && hides(style.overflowY)) || style.clip !== "auto" ? CLIPS : 0)
      | (afloat ? AFLOAT : 0)
      | (style.backgroundImage !== "none" || WHOLE.has(name) ? PICTURE : 0)
      | (line(style, "Top") ? ABOVE : 0) | (line(style, "Bottom") ? BELOW : 0)
      | (line(style, "Left") ? LEFT : 0) | (line(style, "Right") ? RIGHT : 0);
  }

  // Texts of an element: [its row, elements before it, its number among the texts, x, y, width, height, its words].
  function readTexts(element, row) {
    let before = 0, number = 0;
    for (const child of element.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) before++;
      if (child.nodeType !== Node.TEXT_NODE) continue;
      number++;
      if (letters > ALL_LETTERS || !/\S/.test(child.data)) continue;
      range.selectNodeContents(child);
      const box = range.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      const words = child.data.slice(0, 4 * LETTERS).replace(/\s+/g, " ").trim().slice(0, LETTERS);
      letters += words.length;
      texts.push([row, before, number, round(box.left + scrollX), round(box.top + scrollY), round(box.width),
        round(box.height), words]);
    }
  }

  const pending = document.documentElement ? [[document.documentElement, -1, 1]] : [];
  for (let at = 0; at < pending.length; at++) {
    const [element, parent, position] = pending[at];
    whole++;
    if (rows.length >= most) continue;
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const here = rows.length, counts = {};
    const there = box.width || box.height || box.left || box.top; // what is not shown has no place to be scrolled
    const name = element.localName.toLowerCase(), bits = looks(name, style);
    rows.push([parent, number(name, names), position,
      there ? round(box.left + scrollX) : 0, there ? round(box.top + scrollY) : 0, round(box.width), round(box.height),
      parseFloat(style.fontSize) || 0, parseInt(style.fontWeight) >= 600 ? 1 : 0,
      number(style.color, values), number(none(style.backgroundColor) ? "" : style.backgroundColor, values), bits]);
    if (bits & SHOWN && !WHOLE.has(name)) readTexts(element, here);
    for (const child of element.children) {
      const name = child.localName.toLowerCase();
      if (name === marks) continue;
      counts[name] = (counts[name] || 0) + 1;
      pending.push([child, here, counts[name]]);
    }
  }
  return JSON.stringify({ rows, texts, names, values, whole });
}
