// The menu button of narrow windows, and the line that says what the sky does this month.
(function () {
  "use strict";
  var button = document.querySelector(".menu-button");
  var menu = document.querySelector(".menu");
  if (button && menu) {
    button.addEventListener("click", function () {
      var open = menu.classList.toggle("open");
      button.setAttribute("aria-expanded", open ? "true" : "false");
    });
  }
  var line = document.querySelector(".today");
  if (line) {
    var date = new Date(document.lastModified);
    var chinese = document.documentElement.lang.indexOf("zh") === 0;
    var text = date.toLocaleDateString(chinese ? "zh-CN" : "en-GB", { day: "numeric", month: "long", year: "numeric" });
    line.textContent = chinese ? "本页更新于 " + text : "This page was updated on " + text;
  }
})();
