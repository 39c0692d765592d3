// Keeps the page where it is, in the world of our scripts. Told of each wish to go elsewhere while it can
// still be taken back: one that Chromium is refused ends the page, too. Downloads leave the document alone.
({ mayReload, most }) => {
  const bare = (url) => url.split("#", 1)[0];
  const here = bare(document.URL), wanted = globalThis.tianwangWanted = new Set();
  globalThis.navigation?.addEventListener("navigate", (event) => {
    const url = event.destination.url, again = bare(url) === here;
    if (!event.cancelable || event.destination.sameDocument || event.downloadRequest !== null) return;
    if (again && mayReload) return;
    event.preventDefault();
    if (!again && wanted.size < most) wanted.add(url);
  });
}
