// Reports scrolling, painting and frames; the first of the files that are put into every page
// (widgets/web/scripts.py). What it has to say leaves through a console message that begins with a secret:
// one small message a frame at most.

const print = console.log.bind(console);
const send = (message) => print(SECRET + JSON.stringify(message));
const replay = {};
globalThis.tianwangReplay = replay;

// Scrolling. The expected position is the one that scrollTo itself brought about: it is nobody's wish.
let expected = null, queued = false, inner = null;

function scroller() {
  const root = document.scrollingElement || document.documentElement;
  if (root.scrollHeight > root.clientHeight + 1) return root;
  if (inner && inner.isConnected && inner.scrollHeight > inner.clientHeight + 1) return inner;
  // Some pages scroll a box in a fixed frame.
  let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; element && element !== root; element = element.parentElement) {
    if (element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)) {
      return (inner = element);
    }
  }
  return root;
}

const part = (at, whole, seen) => (whole > seen + 1 ? Math.min(1, Math.max(0, at / (whole - seen))) : 0);

function report() {
  queued = false;
  const s = scroller();
  if (expected && Math.abs(s.scrollTop - expected[0]) < 1.5 && Math.abs(s.scrollLeft - expected[1]) < 1.5) return;
  expected = null;
  const fraction = part(s.scrollTop, s.scrollHeight, s.clientHeight);
  if (window === top) send({ fraction, x: part(s.scrollLeft, s.scrollWidth, s.clientWidth) });
  else send({ frame: whereabouts(), fraction });
}

// Which frame of its page this document is in, which frame of the one around that the page is in, and so on.
function whereabouts() {
  const found = [];
  for (let one = window; one !== top; one = one.parent) {
    let n = 0;
    while (n < one.parent.length && one.parent[n] !== one) n++;
    found.unshift(n);
  }
  return found;
}

// The boxes of the frames of this document: which, and where from the top of the view, how high.
function frameBoxes() {
  const found = [];
  for (const element of document.querySelectorAll("iframe, frame, object")) {
    for (let n = 0; n < window.length; n++) {
      if (window[n] !== element.contentWindow) continue;
      const r = element.getBoundingClientRect();
      found.push([n, r.top, r.height]);
    }
  }
  return found;
}

addEventListener("scroll", (event) => {
  const s = scroller();
  if (event.target !== document && event.target !== s) return;
  if (!queued) { queued = true; requestAnimationFrame(report); }
}, { capture: true, passive: true });

function quietly(scroll) {
  scroll();
  const s = scroller();
  expected = [s.scrollTop, s.scrollLeft];
}

replay.scrollTo = (fraction, x) => {
  const s = scroller();
  const left = x === null ? s.scrollLeft : x * (s.scrollWidth - s.clientWidth);
  quietly(() => s.scrollTo({ top: fraction * (s.scrollHeight - s.clientHeight), left, behavior: "instant" }));
  return true;
};

replay.scrollFrame = (place, fraction) =>
  JSON.stringify(place) === JSON.stringify(whereabouts()) && replay.scrollTo(fraction, null);

// Told once there is something to see: until then Chromium may still show the page before. Documents have names, for
// what one has to say may arrive when the next is already on its way.
const NAME = Math.random().toString(36);
if (window === top) {
  send({ document: NAME });
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName("first-contentful-paint").length) { observer.disconnect(); send({ painted: NAME }); }
  }).observe({ type: "paint", buffered: true });
} else {
  addEventListener("DOMContentLoaded", () => send({ framed: whereabouts() }));
}

// No page may hold anybody back who leaves it. First in line, so nobody else is asked.
addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
