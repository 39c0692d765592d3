// The boxes, fonts and colours of a page: `most` elements at most, `marks` the name of our own layer over it.
// Each element is looked at once: where its parent stands in the list, and small numbers
// (app/blocks/page/styles.py).
({ most, marks }) => {
  const rows = [], names = [], values = [], known = new Map();
  const number = (text, list) => {
    const key = (list === names ? "n " : "v ") + text;
    if (!known.has(key)) { known.set(key, list.length); list.push(text); }
    return known.get(key);
  };
  const round = (n) => Math.round(n * 10) / 10;
  let whole = 0;
  const pending = document.documentElement ? [[document.documentElement, -1, 1]] : [];
  for (let at = 0; at < pending.length; at++) {
    const [element, parent, position] = pending[at];
    whole++;
    if (rows.length >= most) continue;
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const here = rows.length, counts = {};
    const there = box.width || box.height || box.left || box.top; // what is not shown has no place to be scrolled
    const clear = /^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor);
    rows.push([parent, number(element.localName.toLowerCase(), names), position,
      there ? round(box.left + scrollX) : 0, there ? round(box.top + scrollY) : 0, round(box.width), round(box.height),
      parseFloat(style.fontSize) || 0, parseInt(style.fontWeight) >= 600 ? 1 : 0,
      number(style.color, values), number(clear ? "" : style.backgroundColor, values)]);
    for (const child of element.children) {
      const name = child.localName.toLowerCase();
      if (name === marks) continue;
      counts[name] = (counts[name] || 0) + 1;
      pending.push([child, here, counts[name]]);
    }
  }
  return JSON.stringify({ rows, names, values, whole });
}
