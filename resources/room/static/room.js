// The reading room works without this: it saves a click here and there.
"use strict";

// a choice that goes at once
for (const list of document.querySelectorAll("select[data-goes]"))
  list.addEventListener("change", () => list.form.submit());

// "/" leads to the search, as in many programs
document.addEventListener("keydown", (event) => {
  const field = document.getElementById("q");
  const typing = event.target.closest("input, textarea, select");
  if (event.key === "/" && field && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
    field.select();
  }
});

// a link inside the archived page was followed: what stands above it is that of the new page
const about = document.querySelector("[data-moment]");
const frame = document.querySelector("iframe.shown");
if (about && frame)
  addEventListener("message", (event) => {
    const told = event.source === frame.contentWindow && event.data && event.data.tianwang;
    if (!told || typeof told.url !== "string" || !/^\d{14}$/.test(told.moment)) return;
    if (told.url === about.dataset.url && told.moment === about.dataset.moment) return;
    const address = new URLSearchParams({ url: told.url, at: told.moment });
    location.replace(`${about.dataset.room}?${address}`);
  });

// on a narrow screen the results come first
const facets = document.querySelector(".facets details");
if (facets && matchMedia("(max-width: 52rem)").matches) facets.open = false;
