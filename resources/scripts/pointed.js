// The element at a point of the page: its path with positions in the tree, and its text; a selected text goes before.
({ x, y }) => {
  let node = document.elementsFromPoint(x, y).find((one) => one.localName !== "tianwang-marks");
  if (!node) return null;
  const selected = String(window.getSelection() || "").trim().slice(0, 500);
  const text = selected || (node.innerText || node.value || node.alt || "").trim().slice(0, 500);
  const steps = [];
  for (; node && node.nodeType === 1; node = node.parentElement) {
    const name = node.localName;
    let place = 1;
    for (let one = node.previousElementSibling; one; one = one.previousElementSibling)
      if (one.localName === name) place += 1;
    steps.unshift(`${name}[${place}]`);
  }
  return { path: `/${steps.join("/")}`, text };
}
