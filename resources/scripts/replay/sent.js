// A form that a person sends by POST asks for the answer that a crawl got for it: its fields stand in the address,
// behind `__wb_method=POST`. Forms with something of the person in them, such as a password, are left as they are:
// addresses are kept in the history.

const OWN_WORDS = "input[type=password], input[type=email], input[type=file], textarea";

addEventListener("submit", (event) => {
  const form = event.target, { getAttribute, setAttribute, querySelector, prepend } = Element.prototype;
  const value = (name) => (getAttribute.call(form, name) || "").trim().toLowerCase();
  const coded = ["", "application/x-www-form-urlencoded"].includes(value("enctype"));
  if (!event.isTrusted || value("method") !== "post" || !coded || querySelector.call(form, OWN_WORDS)) return;
  const written = getAttribute.call(form, "method"), field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "__wb_method", value: "POST" });
  prepend.call(form, field);
  setAttribute.call(form, "method", "get");
  setTimeout(() => { field.remove(); setAttribute.call(form, "method", written); });
}, true);
