"""Pages that stay where they are, wherever their scripts and refreshes want to go."""

from __future__ import annotations

from PySide6.QtWebEngineCore import (
    QWebEngineCertificateError,
    QWebEngineDesktopMediaRequest,
    QWebEngineFileSystemAccessRequest,
    QWebEngineFullScreenRequest,
    QWebEnginePage,
    QWebEnginePermission,
    QWebEngineRegisterProtocolHandlerRequest,
    QWebEngineScript,
    QWebEngineWebAuthUxRequest,
)

# What no page of ours is granted, archived or live: permissions, files, the screen, foreign certificates.


def refuse_everything(page: QWebEnginePage) -> None:
    """Answer every request of a page for more than it is with no."""
    page.permissionRequested.connect(_deny)
    page.certificateError.connect(_reject_certificate)
    page.fullScreenRequested.connect(_reject_full_screen)
    page.fileSystemAccessRequested.connect(_reject_file_access)
    page.registerProtocolHandlerRequested.connect(_reject_protocol)
    page.desktopMediaRequested.connect(_cancel_capture)
    page.webAuthUxRequested.connect(_cancel_login)


def _deny(permission: QWebEnginePermission) -> None:
    permission.deny()


def _reject_certificate(error: QWebEngineCertificateError) -> None:
    # Our own authority is trusted by the profile; whatever comes here was made by somebody else.
    error.rejectCertificate()


def _reject_full_screen(request: QWebEngineFullScreenRequest) -> None:
    request.reject()


def _reject_file_access(request: QWebEngineFileSystemAccessRequest) -> None:
    request.reject()


def _reject_protocol(request: QWebEngineRegisterProtocolHandlerRequest) -> None:
    request.reject()


def _cancel_capture(request: QWebEngineDesktopMediaRequest) -> None:
    request.cancel()


def _cancel_login(request: QWebEngineWebAuthUxRequest) -> None:
    request.cancel()


WANTED = "[...(globalThis.tianwangWanted || [])]"
"""JavaScript, for the world of our scripts: the other addresses where the document wanted to go, as an array."""

_NAME = "stay"
_MOST_WANTED = 1000
# Told of each wish to go elsewhere while it can still be taken back: one that Chromium is refused ends the page, too.
# Downloads leave the document alone.
_STAY = """
((mayReload) => {
  const bare = (url) => url.split("#", 1)[0];
  const here = bare(document.URL), wanted = globalThis.tianwangWanted = new Set();
  globalThis.navigation?.addEventListener("navigate", (event) => {
    const url = event.destination.url, again = bare(url) === here;
    if (!event.cancelable || event.destination.sameDocument || event.downloadRequest !== null) return;
    if (again && mayReload) return;
    event.preventDefault();
    if (!again && wanted.size < MOST) wanted.add(url);
  });
})
""".replace("MOST", str(_MOST_WANTED))
# Chromium ends a document as soon as a form of it is sent, before anybody is told of the wish. So forms are sent when
# the document is there to its end; of a button that was pressed the page hears then, once. In the page's own world;
# what it sees of these functions is what it always was.
_FORMS = """
(() => {
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
})();
"""


def stay(page: QWebEnginePage, *, may_reload: bool = False) -> None:
    """From its next document on, keep the page there; with `may_reload` it may come again to the same address. What a
    script of another origin does to it, as from a frame, is still for `acceptNavigationRequest`."""
    scripts = page.scripts()
    for old in scripts.find(_NAME):
        scripts.remove(old)
    worlds = QWebEngineScript.ScriptWorldId
    ours = f"({_STAY.strip()})({'true' if may_reload else 'false'});"
    for world, source in ((worlds.ApplicationWorld, ours), (worlds.MainWorld, _FORMS)):
        script = QWebEngineScript()
        script.setName(_NAME)
        script.setSourceCode(source)
        script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
        script.setWorldId(world)
        scripts.insert(script)
