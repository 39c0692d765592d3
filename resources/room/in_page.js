// Tells the reading room around this frame which capture is shown; runs in an archived page, alone.
if (parent !== self) parent.postMessage({ tianwang: { ...document.currentScript.dataset } }, "*");
