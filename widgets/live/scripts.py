"""Scripts that look at a live page, from a world of their own: the page's scripts neither see nor break them."""

from __future__ import annotations

from widgets.web.staying import WANTED

# One step down, and a mark that says when it was painted: observers and lazy parts wake with a frame, not before.
# The root scrolls or, in some pages, a box that fills it. True while there is more below.
SCROLL = """
(() => {
  const root = document.scrollingElement || document.documentElement;
  const scrolls = (e) => e.scrollHeight > e.clientHeight + 1;
  let box = root;
  if (!scrolls(root)) {
    let e = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    for (; e && e !== root; e = e.parentElement) {
      if (scrolls(e) && /auto|scroll/.test(getComputedStyle(e).overflowY)) { box = e; break; }
    }
  }
  const before = box.scrollTop;
  globalThis.tianwangPainted = false;
  requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.tianwangPainted = true; }));
  box.scrollBy({ top: 0.9 * innerHeight, behavior: "instant" });
  return JSON.stringify(box.scrollTop > before && box.scrollTop + box.clientHeight < box.scrollHeight - 1);
})()
"""

PAINTED = "JSON.stringify(globalThis.tianwangPainted === true)"

# What the page says now: its address, title, text, and where its links lead, frames of its origin and open shadow
# trees included, and where it wanted to go by itself.
REPORT = """
(() => {
  const MOST = 20000, links = [];
  let text = 0;
  const add = (url, element, rel, words) => {
    if (links.length < MOST && /^https?:/i.test(url)) {
      links.push([url, element, rel || "", (words || "").replace(/\\s+/g, " ").trim().slice(0, 200)]);
    }
  };
  const look = (root) => {
    for (const e of root.querySelectorAll("*")) {
      const name = e.localName;
      if (name === "a" || name === "area") add(String(e.href), name, e.rel, e.innerText || e.textContent || e.alt);
      else if (name === "link" && e.href) add(e.href, name, e.rel, "");
      else if ((name === "iframe" || name === "frame") && e.src) {
        add(e.src, name, "", "");
        let inner = null;
        try { inner = e.contentDocument; } catch { }
        if (inner) look(inner);
      }
      if (e.shadowRoot) look(e.shadowRoot);
    }
    if (root.body) text += root.body.innerText.length;
  };
  look(document);
  for (const url of WANTED) {
    if (/^https?:/i.test(url)) links.push([url, "navigation", "", ""]);
  }
  return JSON.stringify({ url: document.URL, title: document.title, text, links });
})()
""".replace("WANTED", WANTED)

# Which document this is, and every address that it and its frames have used.
USED = """
(() => {
  const used = new Set();
  const add = (url) => { if (url && /^https?:/i.test(url)) used.add(String(url)); };
  const look = (view) => {
    try {
      for (const entry of view.performance.getEntriesByType("resource")) add(entry.name);
      for (const e of view.document.querySelectorAll("img, source, video, audio, script, link, iframe, frame, embed")) {
        add(e.currentSrc); add(e.src); add(e.poster);
        if (e.localName === "link") add(e.href);
      }
      for (let at = 0; at < view.frames.length; at++) look(view.frames[at]);
    } catch { }
  };
  look(window);
  const [gone] = performance.getEntriesByType("navigation");
  return JSON.stringify({ url: document.URL, document: gone ? gone.name : document.URL, used: [...used] });
})()
"""
