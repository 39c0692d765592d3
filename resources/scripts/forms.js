// Delays forms until the document has loaded: Chromium ends a document as soon as one of its forms is sent, and asks
// nobody. The page hears of a pressed button then, once. This runs in the page's own world, whose functions keep their
// looks.
() => {
  const sent = new WeakSet(), whole = () => document.readyState === "complete";
  const later = (form, send) => {
    if (sent.has(form)) return;
    sent.add(form);
    addEventListener("load", () => setTimeout(send), { once: true });
  };
  const proto = HTMLFormElement.prototype, requestSubmit = proto.requestSubmit;
  for (const name of ["submit", "requestSubmit"]) {
    proto[name] = new Proxy(proto[name], {
      apply: (send, form, given) =>
        whole() ? Reflect.apply(send, form, given) : later(form, () => Reflect.apply(send, form, given)),
    });
  }
  addEventListener("submit", (event) => {
    if (whole() || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const form = event.target, button = event.submitter;
    later(form, () => requestSubmit.call(form, button?.form === form ? button : null));
  }, true);
}
