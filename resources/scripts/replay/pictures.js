// Frames around pictures and media that only one version of a block has.
// No highlight can paint over them as over words, so each gets a box of its own in the layer of the marks.

const MEDIA = "img,video,audio,iframe,embed,object,input[type=image]";
const KEPT_IN = ["src", "data", "poster", "srcset", "data-src", "data-original", "data-lazy", "data-lazy-src",
                 "data-actualsrc", "data-original-src", "data-srcset", "data-lazy-srcset"];
const MOST_FRAMES = 200;

function addressesOf(media) {
  const given = KEPT_IN.filter((name) => media.hasAttribute(name));
  return given.map((name) => {
    const value = media.getAttribute(name).trim();
    return URL.parse(name.endsWith("srcset") ? value.split(/\s/)[0].replace(/,+$/, "") : value, document.baseURI)?.href;
  });
}

// Pictures of a block at one of the addresses.
function picturesOf(found, addresses) {
  const wanted = new Set(addresses.map((address) => URL.parse(address, document.baseURI)?.href));
  wanted.delete(undefined);
  const common = isRange(found) ? found.commonAncestorContainer : found;
  const around = common.nodeType === Node.ELEMENT_NODE ? common : common.parentElement;
  const every = around.matches(MEDIA) ? [around] : [...around.querySelectorAll(MEDIA)];
  const here = (media) => !isRange(found) || found.intersectsNode(media);
  return every.filter((media) => here(media) && addressesOf(media).some((address) => wanted.has(address)));
}

function framePictures() {
  let count = 0;
  for (const item of items) {
    for (const frame of item.frames) frame.box.remove();
    item.frames = [];
    if (!item.node || !item.pictures.length) continue;
    const found = picturesOf(item.node, item.pictures);
    if (found.length === 1 && !textOf(item.node).trim()) continue; // the outline of the block is around it
    for (const node of found) {
      if (++count > MOST_FRAMES) return;
      const box = document.createElement("div");
      style(box, { position: "absolute", border: `3px solid ${item.color}`, "background-color": item.color + "2e",
                   "box-sizing": "border-box", "pointer-events": "none", display: "none" });
      layer.append(box);
      item.frames.push({ node, clips: clipsOf(node), box, rect: null, drawn: "" });
    }
  }
}

function drawFrame(frame, origin) {
  const r = frame.rect && large(frame.rect);
  const at = r ? [r.left - origin.left, r.top - origin.top, r.right - r.left, r.bottom - r.top] : [];
  const drawn = at.map((n) => Math.round(n * 10) / 10).join(" ");
  if (drawn === frame.drawn) return;
  frame.drawn = drawn;
  const [left, top, width, height] = drawn.split(" ").map((n) => n + "px");
  style(frame.box, r ? { display: "block", left, top, width, height } : { display: "none" });
}

replay.framed = () => items.flatMap((item) => item.frames.filter((frame) => frame.rect)
  .map(({ node, rect }) => [item.kind, node.getAttribute("alt") || "", rect.left, rect.top, rect.right, rect.bottom]));
