// The page as it is now: address, title, length of text, links (`most` at most) with those of frames of its origin and
// of open shadow trees, and the addresses it wanted to go to (stay.js). `html` is its tree (tree.js).
({ most, html }) => {
  const links = [];
  let text = 0;
  const add = (url, element, rel, words) => {
    if (links.length < most && /^https?:/i.test(url)) {
      links.push([url, element, rel || "", (words || "").replace(/\s+/g, " ").trim().slice(0, 200)]);
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
  for (const url of globalThis.tianwangWanted || []) {
    if (/^https?:/i.test(url)) links.push([url, "navigation", "", ""]);
  }
  return JSON.stringify({ url: document.URL, title: document.title, text, links, html });
}
