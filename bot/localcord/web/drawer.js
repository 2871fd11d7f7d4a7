// The settings: who people are, whether the bot is there, and what goes wrong.
import { h } from "./dom.js";
import { face, moon, icon } from "./art.js";
import { LOCALES } from "./words.js";
import { post } from "./person.js";
import { faultSummary, faultControls } from "./faults.js";

// drawer describes the open settings. Its state is app.settings: {note, everywhere, sure}.
export function drawer(app, say) {
  const it = app.settings;
  const send = (body, note) => save(app, say, it, "/local/faults", body, note);
  const key = (e) => {
    if (e.key !== "Tab") return;
    const stops = [...e.currentTarget.querySelectorAll("button:not([disabled]), input, select")];
    const at = stops.indexOf(document.activeElement);
    const to = at + (e.shiftKey ? -1 : 1);
    if (at < 0 || to < 0 || to >= stops.length) {
      e.preventDefault();
      stops[(to + stops.length) % stops.length].focus();
    }
  };
  const bot = app.bot || {};
  return h("div", { class: "drawer-veil", key: "drawer", onclick: (e) => e.target === e.currentTarget && app.openSettings(false) },
    h("aside", { class: "drawer", role: "dialog", "aria-modal": "true", "aria-label": say("settings"), "data-drawer": "true", onkeydown: key, made: (el) => queueMicrotask(() => el.querySelector("button").focus()) },
      h("div", { class: "drawer-head" }, h("h2", null, say("settings")),
        h("button", { type: "button", class: "ghost", title: say("close"), "aria-label": say("close"), onclick: () => app.openSettings(false) }, icon("close", 20))),
      h("div", { class: "drawer-body" },
        h("section", null, h("h3", null, say("botStatus")),
          h("div", { class: "status", "data-bot-status": bot.online ? "online" : "offline" }, h("span", { class: "presence " + (bot.online ? "is-on" : "is-off") }, moon(36)),
            h("span", null, bot.name || "Oneiros", h("small", null, say(bot.online ? "online" : "offline"))))),
        h("section", null, h("h3", null, say("people")), app.shown().map((u) => person(app, say, it, u))),
        h("section", null, h("h3", null, say("faults")), h("p", { class: "note" }, say("faultsHint")), faultControls(app, it, send))),
      h("div", { class: "drawer-foot" }, h("div", { class: "note saved", role: "status" }, it.note), faultSummary(app, () => send({ do: ["clear"] })))));
}

async function save(app, say, it, path, body, note) {
  try {
    const answer = await post(path, body);
    it.note = note || say("saved");
    if (path === "/local/faults" && answer) app.faults = answer;
  } catch (e) {
    it.note = say("notSent", e.message);
  }
  if (app.settings === it) app.draw();
}

function person(app, say, it, u) {
  const locales = LOCALES.some(([l]) => l === u.locale) ? LOCALES : [...LOCALES, [u.locale, u.locale]];
  return h("div", { class: "setting-person", key: "person " + u.id }, face(u, 36),
    h("label", null, h("span", null, say("name")), h("input", { type: "text", "data-name": u.id, maxlength: 32, autocomplete: "off", made: (el) => { el.value = u.name; },
      onchange: (e) => e.target.value.trim() && save(app, say, it, "/local/user", { user: u.id, name: e.target.value.trim() }) })),
    h("label", null, h("span", null, say("language")), h("select", { "data-locale": u.id, onchange: (e) => save(app, say, it, "/local/user", { user: u.id, locale: e.target.value }) },
      locales.map(([value, name]) => h("option", { value, key: value, selected: value === u.locale || undefined }, name)))),
    !u.owner && h("div", { class: "setting-member" }, (u.gone ? ["return"] : ["leave", "ban"]).map((what) =>
      h("button", { type: "button", class: "ghost", key: what, "data-member": what, "data-member-user": u.id, onclick: () => save(app, say, it, "/local/" + what, { user: u.id }) }, say("member_" + what)))));
}
