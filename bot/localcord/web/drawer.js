// The settings: who people are, whether the bot is there, and what goes wrong.
import { h } from "./dom.js";
import { face, moon, icon } from "./art.js";
import { LOCALES, faultName, faultUnit } from "./words.js";
import { post } from "./person.js";

// drawer describes the open settings. Its state is app.settings: {faults, note}.
export function drawer(app, say) {
  const it = app.settings;
  if (!it.asked) {
    it.asked = true;
    ask(app, it);
  }
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
        h("section", null, h("h3", null, say("faults")), h("p", { class: "note" }, say("faultsHint")), faults(app, say, it)),
        h("div", { class: "note saved", role: "status" }, it.note))));
}

async function ask(app, it) {
  try {
    const res = await fetch("/local/faults", { cache: "no-store" });
    if (!res.ok) throw new Error(res.statusText);
    it.faults = await res.json();
  } catch {
    it.faults = {};
  }
  if (app.settings === it) app.draw();
}

async function save(app, say, it, path, body) {
  try {
    const answer = await post(path, body);
    it.note = say("saved");
    if (path === "/local/faults") {
      if (answer && typeof answer === "object") it.faults = answer;
      await ask(app, it);
    }
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
      locales.map(([value, name]) => h("option", { value, key: value, selected: value === u.locale || undefined }, name)))));
}

// Faults are whatever the server names: a truth is a switch, a number a field, a
// list a line with commas. A list of {name, value} is as good as an object.
function faults(app, say, it) {
  if (!it.faults) return h("p", { class: "note" }, "…");
  const all = Array.isArray(it.faults) ? it.faults.map((f) => [f.name || f.key, f.value, f]) : Object.entries(it.faults).map(([k, v]) => [k, v, {}]);
  const shown = all.filter(([name, value]) => name && (Array.isArray(value) || typeof value !== "object"));
  if (!shown.length) return h("p", { class: "note" }, say("noFaults"));
  const set = (name, value) => save(app, say, it, "/local/faults", { [name]: value });
  return h("div", { class: "faults" }, shown.map(([name, value, more]) => {
    const label = more.label || faultName(name, app.locale());
    const props = { "data-fault": name };
    if (typeof value === "boolean") {
      return h("label", { class: "fault", key: name }, h("span", null, label),
        h("input", { ...props, type: "checkbox", role: "switch", class: "switch", checked: value, onchange: (e) => set(name, e.target.checked) }));
    }
    if (typeof value === "number") {
      const rate = /_rate$/.test(name);
      return h("label", { class: "fault", key: name }, h("span", null, label, h("small", null, faultUnit(name, app.locale()))),
        h("input", { ...props, type: "number", min: 0, max: rate ? 1 : undefined, step: rate ? 0.05 : 1, inputmode: "decimal", made: (el) => { el.value = value; }, onchange: (e) => e.target.value !== "" && set(name, Number(e.target.value)) }));
    }
    const list = Array.isArray(value);
    return h("label", { class: "fault", key: name }, h("span", null, label),
      h("input", { ...props, type: "text", made: (el) => { el.value = list ? value.join(", ") : value || ""; }, onchange: (e) => set(name, list ? e.target.value.split(",").map((x) => x.trim()).filter(Boolean) : e.target.value) }));
  }));
}
