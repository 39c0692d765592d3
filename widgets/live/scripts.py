"""Scripts that look at a live page, from a world of their own: the page's scripts neither see nor break them."""

from __future__ import annotations

from widgets.web.refusals import WANTED

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

# The tree of the page as HTML, at most so many characters, else "": open shadow trees stand in their elements with what
# their slots show, frames without an address of their own behind their elements (others are captures themselves); what
# is for browsers without scripts is left out.
_MOST_TREE = 6_000_000
_TREE = """
(() => {
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set("script style xmp iframe noembed noframes plaintext".split(" "));
  const HTML = "http://www.w3.org/1999/xhtml";
  const text = (s) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const value = (s) => s.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const out = [];
  let room = MOST;
  const put = (s) => { room -= s.length; if (room < 0) throw new RangeError(); out.push(s); };
  const each = (nodes) => { for (const node of nodes) write(node); };
  const write = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      put(RAW.has(node.parentNode?.localName) ? node.data : text(node.data));
    } else if (node.nodeType === Node.COMMENT_NODE) {
      put(`<!--${node.data}-->`);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const name = node.namespaceURI === HTML ? node.localName : node.tagName;
      if (name === "noscript") return;
      if (name === "slot" && node.getRootNode() instanceof ShadowRoot) {
        const given = node.assignedNodes();
        return each(given.length ? given : node.childNodes);
      }
      put(`<${name}`);
      for (const a of node.attributes) put(` ${a.name}="${value(a.value)}"`);
      put(">");
      if (VOID.has(name) && node.namespaceURI === HTML) return;
      if ((name === "pre" || name === "textarea") && node.firstChild?.data?.startsWith("\\n")) put("\\n");
      if (name === "template") put(node.innerHTML);
      else if (node.shadowRoot) each(node.shadowRoot.childNodes);
      else each(node.childNodes);
      put(`</${name}>`);
      if (name === "iframe") {
        let inner = null;
        try { inner = node.contentDocument; } catch { }
        if (inner?.body && !/^https?:/i.test(inner.URL) && node.clientWidth > 1 && node.clientHeight > 1) {
          put(`<div data-tianwang-frame="${value(String(inner.URL))}">`);
          each(inner.body.childNodes);
          put("</div>");
        }
      }
    }
  };
  try {
    if (document.doctype) put("<!DOCTYPE html>");
    write(document.documentElement);
    return out.join("");
  } catch { return ""; }
})()
""".strip().replace("MOST", str(_MOST_TREE))

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
  return JSON.stringify({ url: document.URL, title: document.title, text, links, html: TREE });
})()
""".replace("WANTED", WANTED).replace("TREE", _TREE)

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
