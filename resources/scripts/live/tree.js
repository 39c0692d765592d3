// The tree of the page as HTML, `most` characters at most, else "": open shadow trees stand in their elements
// with what their slots show, frames without an address of their own behind their elements (others are
// captures themselves); what is for browsers without scripts is left out.
(most) => {
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set("script style xmp iframe noembed noframes plaintext".split(" "));
  const HTML = "http://www.w3.org/1999/xhtml";
  const text = (s) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const value = (s) => s.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const out = [];
  let room = most;
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
      if ((name === "pre" || name === "textarea") && node.firstChild?.data?.startsWith("\n")) put("\n");
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
}
