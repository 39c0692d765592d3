// Where a page links to an address: paths with positions in the tree, and the text there; what can be seen comes first.
// Where no link is spelled like the address, every address of a link with its path, for who knows other spellings.
({ address, most }) => {
  const bare = (href) => String(href || "").split("#")[0];
  const path = (node) => {
    const steps = [];
    for (; node && node.nodeType === 1; node = node.parentElement) {
      let place = 1;
      for (let one = node.previousElementSibling; one; one = one.previousElementSibling)
        if (one.localName === node.localName) place += 1;
      steps.unshift(`${node.localName}[${place}]`);
    }
    return `/${steps.join("/")}`;
  };
  const seen = (node) => { const box = node.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
  let wanted = address;
  try { wanted = bare(new URL(address).href); } catch { return { exact: false, links: [] }; }
  const found = [], others = new Map();
  for (const node of document.querySelectorAll("a[href], area[href], img[src], iframe[src], video[src], audio[src]")) {
    const href = bare(node.localName === "a" || node.localName === "area" ? node.href : node.src);
    if (href === wanted) found.push(node);
    else if (!found.length && others.size < most && !others.has(href)) others.set(href, node);
  }
  const told = (node, href) => ({ path: path(node), text: (node.textContent || "").slice(0, 500), href });
  if (found.length) {
    const order = [...found.filter(seen), ...found.filter((node) => !seen(node))].slice(0, 100);
    return { exact: true, links: order.map((node) => told(node, wanted)) };
  }
  return { exact: false, links: [...others].map(([href, node]) => told(node, href)) };
}
