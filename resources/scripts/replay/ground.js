// How marks look: lines by kind and size, colours by the ground below.

const BRIGHT = 0.66, PALE = 0.84; // lightness of a colour on dark ground: of lines, of what words stand on
const VIVID = 0.75; // its saturation at least
const DARK = 0.25; // luminance, below which ground is dark
const LOW = 30, SHORT = 240; // pixels of an outline
let grounds = new WeakMap();

// The same hue with another lightness; what is nearly grey stays so.
function lighter(color, lightness) {
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const high = Math.max(...parts), low = Math.min(...parts), span = high - low;
  const own = span && span / (1 - Math.abs(high + low - 1));
  const reach = (own < 0.3 ? own : Math.max(own, VIVID)) * (1 - Math.abs(2 * lightness - 1));
  const made = parts.map((part) => lightness + (span ? (part - (high + low) / 2) / span : 0) * reach);
  return "#" + made.map((part) => Math.round(255 * part).toString(16).padStart(2, "0")).join("");
}

// Relative luminance (WCAG 2) of a computed colour and how opaque it is; null for one that is not given in sRGB.
function luminance(color) {
  const found = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(color);
  if (!found) return null;
  const [r, g, b] = found.slice(1, 4).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [0.2126 * r + 0.7152 * g + 0.0722 * b, found[4] === undefined ? 1 : Number(found[4])];
}

// "light", "dark", or "" where a picture or a colour that cannot be read lies below an element.
function groundOf(element) {
  if (!element) return matchMedia("(prefers-color-scheme: dark)").matches
    && getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "dark" : "light";
  let ground = grounds.get(element);
  if (ground === undefined) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const colour = luminance(backgroundColor);
    if (backgroundImage !== "none" || !colour) ground = "";
    else if (colour[1] >= 0.5) ground = colour[0] < DARK ? "dark" : "light";
    else ground = groundOf(element.parentElement);
    grounds.set(element, ground);
  }
  return ground;
}

// How the outline of a kind is drawn, so that nobody needs its colour. `fill` is how opaque the tint is, in hex.
const LINES = {
  solid: (c, fill) => ({ border: `2px solid ${c}`, "background-color": c + fill }),
  bar: (c, fill) => ({ border: `2px solid ${c}`, "border-left-width": "6px", "background-color": c + fill }),
  hatched: (c, fill) => ({ border: `2px dashed ${c}`, "background-color": c + fill, "background-image":
    `repeating-linear-gradient(-45deg, ${c}26 0 1.5px, transparent 1.5px 9px)` }),
  double: (c, fill) => ({ border: `5px double ${c}`, "background-color": c + fill }),
  dotted: (c) => ({ border: `2px dotted ${c}`, "background-color": "transparent" }),
  veil: (c, fill) => ({ border: `1px solid ${c}66`, "pointer-events": "auto", cursor: "pointer",
    "background-color": fill === "38" ? "#16191bc8" : "#f4f5f6d0", "background-image":
    `repeating-linear-gradient(-45deg, ${c}22 0 1px, transparent 1px 8px)` }),
  thin: (c) => ({ border: `1px dashed ${c}`, "background-color": "transparent" }),
};

// The colours of a mark, by the ground that is painted around its block.
function dress(item) {
  const { color, line } = styles[item.kind];
  const own = item.node && !isRange(item.node) && item.node.nodeType === Node.ELEMENT_NODE;
  item.ground = groundOf(item.node && elementOf(item.node));
  const around = own ? groundOf(item.node.parentElement) : item.ground; // where the line stands
  item.color = item.ground === "dark" ? lighter(color, BRIGHT) : color;
  const fill = item.ground === "dark" ? "38" : line === "hatched" ? "0c" : "14";
  const drawn = around === item.ground ? item.color : around === "dark" ? lighter(color, BRIGHT) : color;
  style(item.box, (LINES[line] || LINES.solid)(drawn, fill));
  item.low = null;
  // a line that stands out on any ground, where that is not known
  if (!item.ground || !around) style(item.box, { outline: "1px solid #ffffffb0" });
}

// A thinner line and a smaller badge where there is little room; the size of the badge.
function fit(item) {
  const { left, top, right, bottom } = item.outline;
  const low = bottom - top < LOW, size = low && right - left < SHORT ? 14 : 18;
  if (item.low !== low && styles[item.kind].line === "double") style(item.box, { "border-width": low ? "3px" : "5px" });
  if (item.size !== size) {
    const px = size + "px";
    style(item.badge, { width: px, height: px, "font-size": size - 5 + "px", "line-height": px });
  }
  item.low = low; item.size = size;
  return size;
}
