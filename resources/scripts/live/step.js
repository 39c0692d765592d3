// One step down, and a mark that says when it was painted: observers and lazy parts wake with a frame, not
// before. The root scrolls or, in some pages, a box that fills it. True while there is more below.
() => {
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
}
