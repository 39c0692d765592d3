"""The part of the script that finds blocks and paints marks over them.

The marks live in a layer of their own: an element without size that is positioned absolutely, with a closed
shadow tree. Nothing in the page moves, and the page's style sheets do not reach the marks. Styles are set
through the object model, which no content security policy forbids.
"""

MARKS = r"""
// Marks: [index, kind, path, text] each.
let items = [], host = null, layer = null, planned = false, styles = {}, focused = null, watching = false;
const IGNORED = /^(script|style|noscript|template)$/i;
const LIVE = "a,button,input,select,textarea,label,summary"; // a click there is meant for the page
const squeeze = (text) => text.replace(/[\s\u200b\ufeff]+/g, "");

function textOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (IGNORED.test(node.localName)) return "";
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) text += child.data;
    else if (child.nodeType === Node.ELEMENT_NODE) text += textOf(child);
  }
  return text;
}

// A path like /html[1]/body[1]/div[2]/text()[1], walked by hand: an XPath engine misses what is inside SVG.
// `known` keeps the children of a node by name, for there may be thousands of both.
function follow(path, known) {
  let node = document;
  for (const step of path.split("/").slice(1)) {
    const match = /^(.+?)(?:\[(\d+)\])?$/.exec(step);
    if (!match) return null;
    if (!known.has(node)) known.set(node, childrenByName(node));
    node = (known.get(node).get(match[1].toLowerCase()) || [])[Number(match[2] || 1) - 1];
    if (!node) return null;
  }
  return node === document ? null : node;
}

function childrenByName(node) {
  const names = new Map();
  const add = (name, child) => { if (names.has(name)) names.get(name).push(child); else names.set(name, [child]); };
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) add("text()", child);
    else if (child.nodeType === Node.ELEMENT_NODE && child !== host) {
      add(child.localName.toLowerCase(), child);
      add("*", child);
    }
  }
  return names;
}

// Squeezed text -> nodes that have it, the innermost first. Made only when a path leads astray.
function textIndex() {
  const index = new Map();
  const add = (text, node) => {
    if (!text || text.length > 20000) return;
    const known = index.get(text);
    if (known) known.push(node); else index.set(text, [node]);
  };
  const visit = (node) => {
    if (node === host || IGNORED.test(node.localName)) return "";
    let text = "";
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) { const t = squeeze(child.data); add(t, child); text += t; }
      else if (child.nodeType === Node.ELEMENT_NODE) text += visit(child);
    }
    add(text, node);
    return text;
  };
  if (document.body) visit(document.body);
  return index;
}

function alike(node, wanted) {
  if (!wanted) return true;
  const have = squeeze(textOf(node));
  return have === wanted || (have !== "" && (have.includes(wanted) || wanted.includes(have)));
}

function containing(wanted) {
  let node = document.body;
  if (!node || wanted.length < 4 || !squeeze(textOf(node)).includes(wanted)) return null;
  for (;;) {
    const next = [...node.children].find((c) => c !== host && squeeze(textOf(c)).includes(wanted));
    if (!next) return node === document.body ? null : node;
    node = next;
  }
}

function resolve(item, known, lookup, taken) {
  const atPath = follow(item.path, known);
  if (atPath && alike(atPath, item.wanted)) return atPath;
  if (item.wanted) {
    const found = (lookup().get(item.wanted) || []).filter((node) => !taken.has(node));
    const last = /([^\/\[]+)(\[\d+\])?$/.exec(item.path);
    const sameName = found.find((node) => last && node.localName === last[1].toLowerCase());
    const node = sameName || found[0] || containing(item.wanted);
    if (node) return node;
  }
  return atPath;
}

function resolveAll(list) {
  let index = null;
  const known = new Map();
  const lookup = () => (index = index || textIndex());
  const taken = new Set(items.map((item) => item.node));
  for (const item of list) {
    item.node = resolve(item, known, lookup, taken);
    item.clips = item.node ? clipsOf(item.node) : [];
    if (item.node) taken.add(item.node);
  }
}

// The ancestors that cut off what sticks out of them.
function clipsOf(node) {
  const clips = [];
  let element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  let position = node.nodeType === Node.TEXT_NODE ? "static" : getComputedStyle(element).position;
  if (node.nodeType !== Node.TEXT_NODE) element = element.parentElement;
  for (; element && element !== document.documentElement; element = element.parentElement) {
    // What overflows the body is scrolled by the window.
    if (position === "fixed" || element === document.body) break;
    const style = getComputedStyle(element);
    if (position === "absolute" && style.position === "static") continue;
    if (style.overflowX !== "visible" || style.overflowY !== "visible") clips.push(element);
    position = style.position;
  }
  return clips;
}

function rectOf(item) {
  let rect;
  if (item.node.nodeType === Node.TEXT_NODE) {
    const range = document.createRange();
    range.selectNodeContents(item.node);
    rect = range.getBoundingClientRect();
  } else {
    rect = item.node.getBoundingClientRect();
  }
  let { left, top, right, bottom } = rect;
  if (right <= left && bottom <= top) return null;
  for (const clip of item.clips) {
    const c = clip.getBoundingClientRect();
    left = Math.max(left, c.left); top = Math.max(top, c.top);
    right = Math.min(right, c.right); bottom = Math.min(bottom, c.bottom);
  }
  return right - left < 1 || bottom - top < 1 ? null : { left, top, right, bottom };
}

function style(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value, "important");
}

function prepareLayer() {
  if (!host) {
    host = document.createElement("tianwang-marks");
    host.setAttribute("aria-hidden", "true");
    style(host, { all: "initial", position: "absolute", left: "0", top: "0", width: "0", height: "0",
                  "z-index": "2147483647", "pointer-events": "none", display: "block" });
    layer = host.attachShadow({ mode: "closed" });
  }
  if (!host.isConnected && document.documentElement) document.documentElement.append(host);
}

function makeItem([index, kind, path, text]) {
  const { color, sign } = styles[kind];
  const box = document.createElement("div"), badge = document.createElement("div");
  style(box, { position: "absolute", "background-color": color + "1f", "border-radius": "3px",
               "box-shadow": `inset 0 0 0 2px ${color}`, "pointer-events": "none", display: "none" });
  style(badge, { position: "absolute", width: "18px", height: "18px", "border-radius": "9px", display: "none",
                 "background-color": color, color: "#fff", font: "bold 14px/18px sans-serif", "text-align": "center",
                 "pointer-events": "auto", cursor: "pointer", "box-shadow": "0 0 0 1px #fff", "user-select": "none" });
  badge.textContent = sign;
  badge.addEventListener("click", (event) => {
    event.preventDefault(); event.stopImmediatePropagation();
    if (event.isTrusted) send({ clicked: index });
  });
  layer.append(box, badge);
  return { index, path, wanted: squeeze(text || ""), color, box, badge, node: null, clips: [], rect: null, drawn: "" };
}

function place() {
  planned = false;
  if (!items.length || !document.documentElement) return;
  prepareLayer();
  const gone = items.filter((item) => item.node && !item.node.isConnected);
  if (gone.length) resolveAll(gone);
  // First measure everything, then write: one layout for all marks.
  const origin = host.getBoundingClientRect();
  const root = document.scrollingElement || document.documentElement;
  const wide = Math.max(root.scrollWidth, root.clientWidth), high = Math.max(root.scrollHeight, root.clientHeight);
  const minX = -root.scrollLeft - origin.left, minY = -root.scrollTop - origin.top;
  for (const item of items) item.rect = item.node && rectOf(item);
  for (const item of items) {
    const r = item.rect;
    const drawn = r ? [r.left - origin.left, r.top - origin.top, r.right - r.left, r.bottom - r.top]
      .map((n) => Math.round(n * 10) / 10).join(" ") : "none";
    if (drawn === item.drawn) continue;
    item.drawn = drawn;
    style(item.box, { display: r ? "block" : "none" });
    style(item.badge, { display: r ? "block" : "none" });
    if (!r) continue;
    const [left, top, width, height] = drawn.split(" ").map(Number);
    style(item.box, { left: left + "px", top: top + "px", width: width + "px", height: height + "px" });
    style(item.badge, { left: Math.max(minX, Math.min(left - 9, minX + wide - 18)) + "px",
                        top: Math.max(minY, Math.min(top - 9, minY + high - 18)) + "px" });
  }
}

function plan() {
  if (items.length && !planned) { planned = true; requestAnimationFrame(place); }
}

function watch() {
  if (watching) return;
  watching = true;
  addEventListener("resize", () => { for (const i of items) if (i.node) i.clips = clipsOf(i.node); plan(); });
  addEventListener("scroll", plan, { capture: true, passive: true });
  for (const name of ["load", "error", "transitionend", "animationend", "toggle"]) {
    document.addEventListener(name, plan, { capture: true, passive: true });
  }
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(plan).observe(document, everything);
  const sizes = new ResizeObserver(plan);
  for (const element of [document.documentElement, document.body]) if (element) sizes.observe(element);
  if (document.fonts) document.fonts.addEventListener("loadingdone", plan);
  document.addEventListener("click", (event) => {
    const target = event.target;
    if (!event.isTrusted || target === host || (target.closest && target.closest(LIVE))) return;
    const inside = items.filter(({ rect: r, box }) => r && box.isConnected
      && event.clientX >= r.left && event.clientX < r.right && event.clientY >= r.top && event.clientY < r.bottom);
    const area = ({ rect: r }) => (r.right - r.left) * (r.bottom - r.top);
    if (inside.length) send({ clicked: inside.reduce((a, b) => (area(b) < area(a) ? b : a)).index });
  }, true);
}

replay.mark = (marks, wantedStyles) => {
  for (const item of items) { item.box.remove(); item.badge.remove(); }
  items = []; focused = null; styles = wantedStyles;
  if (!marks.length) { if (host) host.remove(); return { found: 0, lost: [] }; }
  prepareLayer();
  items = marks.map(makeItem);
  resolveAll(items);
  place();
  watch();
  const lost = items.filter((item) => !item.node).map((item) => item.index);
  return { found: items.length - lost.length, lost };
};

replay.markAgain = place;
replay.markRects = () => items.map((item) => item.rect && { index: item.index, ...item.rect });

replay.focusMark = (index) => {
  const item = items.find((i) => i.index === index);
  if (focused) { style(focused.box, { "box-shadow": `inset 0 0 0 2px ${focused.color}` }); focused = null; }
  if (!item || !item.node) return false;
  focused = item;
  style(item.box, { "box-shadow": `inset 0 0 0 3px ${item.color}, 0 0 0 3px ${item.color}66` });
  quietly(() => {
    const element = item.node.nodeType === Node.TEXT_NODE ? item.node.parentElement : item.node;
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    item.rect = rectOf(item);
    if (item.rect && (item.rect.top < 0 || item.rect.top > innerHeight * 0.7)) {
      scroller().scrollBy({ top: item.rect.top - innerHeight / 4, behavior: "instant" });
    }
  });
  place();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    item.box.animate([{ backgroundColor: item.color + "99" }, { backgroundColor: item.color + "1f" }],
                     { duration: 450, iterations: 2, easing: "ease-out" });
  }
  return true;
};
"""
