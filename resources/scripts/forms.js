// Sends forms when the document is there to its end: Chromium ends a document as soon as a form of it is
// sent, before anybody is told of the wish. Of a button that was pressed the page hears then, once. This runs
// in the page's own world; what it sees of these functions is what it always was.
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
