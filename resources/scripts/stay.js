// Keeps the page where it is, in the world of our scripts: each navigation is taken back while that is possible,
// for one that Chromium is refused ends the page. Downloads leave the document alone.
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
