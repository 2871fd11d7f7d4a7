// What covers a column: the list of a menu, and a modal.
import { h } from "./dom.js";
import { icon } from "./art.js";
import { emoji, choices, dots, isMenu, menus } from "./message.js";

// menuList describes the open list of a menu, or nothing if the menu is gone. The
// function placeMenu puts it beside the menu.
export function menuList(view) {
  const { person, say, menu } = view;
  if (!menu) return null;
  const m = (person.messages.get(view.channelID()) || []).find((x) => x.id === menu.message);
  const c = m && menus(m).get(menu.place);
  if (!c || c.disabled) return null;
  const all = choices(person, c);
  const most = c.max_values === undefined ? 1 : c.max_values, least = c.min_values === undefined ? 1 : c.min_values;
  const many = most > 1 || least === 0;
  if (!menu.values) menu.values = all.filter((o) => o.default).map((o) => o.value);
  menu.values = menu.values.filter((v) => all.some((o) => o.value === v));
  const send = (values) => {
    view.openMenu(null);
    person.press(m, c.custom_id, menu.place, values);
  };
  const take = (o) => {
    if (!many) return send([o.value]);
    const has = menu.values.includes(o.value);
    if (has) menu.values = menu.values.filter((v) => v !== o.value);
    else if (most === 1) menu.values = [o.value];
    else if (menu.values.length < most) menu.values = [...menu.values, o.value];
    view.draw();
  };
  const key = (e) => {
    const options = [...e.currentTarget.querySelectorAll('[role="option"]')];
    const at = options.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      const el = options[(to + options.length) % options.length];
      if (el) el.focus();
    } else if (e.key === "Escape") {
      e.preventDefault();
      e.stopPropagation();
      view.openMenu(null);
    } else if (e.key === "Tab" && !many) {
      view.openMenu(null);
    } else if ((e.key === "Enter" || e.key === " ") && at >= 0) {
      e.preventDefault();
      // The focus returns to the menu while the key is still down. A repeat of the
      // key must not open the list again.
      view.stroke = true;
      addEventListener("keyup", () => { view.stroke = false; }, { once: true, capture: true });
      options[at].click();
    }
  };
  return h("div", { class: "veil", key: "menu " + menu.message + menu.place, onclick: (e) => e.target === e.currentTarget && view.openMenu(null) },
    h("div", { class: "menu", "data-menu": c.custom_id, onkeydown: key, made: (el) => queueMicrotask(() => {
      const first = el.querySelector('[aria-selected="true"]') || el.querySelector('[role="option"]');
      if (first) first.focus({ preventScroll: true });
    }) },
      h("div", { class: "menu-title" }, c.placeholder || say("choose"), many && h("span", null, say("chooseSome", least, most))),
      h("ul", { role: "listbox", "aria-label": c.placeholder || say("choose"), "aria-multiselectable": many ? "true" : undefined },
        all.map((o) => {
          const on = menu.values.includes(o.value);
          return h("li", { role: "option", tabindex: -1, key: "v" + o.value, class: on ? "on" : "", "aria-selected": on ? "true" : "false", "data-value": o.value, "data-label": o.label, onclick: () => take(o) },
            emoji(o.emoji), h("span", { class: "menu-text" }, h("span", null, o.label), o.description && h("small", null, o.description)),
            h("span", { class: many ? "tick box" : "tick", "aria-hidden": "true" }, on && icon("check", 15)));
        })),
      many && h("div", { class: "menu-foot" },
        h("button", { type: "button", class: "button primary", "data-menu-done": "true", disabled: menu.values.length < least || undefined, onclick: () => send(menu.values) }, say("done") + " (" + menu.values.length + ")"))));
}

// placeMenu puts the open list below its menu, or above it if there is more room. On a
// phone the style makes the list a sheet at the bottom.
export function placeMenu(root) {
  const list = root.querySelector(".menu");
  if (!list) return;
  const at = root.querySelector('.select[aria-expanded="true"]');
  if (!at || matchMedia("(max-width: 720px)").matches) {
    for (const p of ["left", "top", "bottom", "width", "max-height"]) list.style.removeProperty(p);
    return;
  }
  const box = root.getBoundingClientRect(), own = at.getBoundingClientRect();
  const below = box.bottom - own.bottom - 12, above = own.top - box.top - 12;
  const down = below > 240 || below >= above;
  const width = Math.max(own.width, Math.min(300, box.width - 16));
  list.style.setProperty("width", width + "px");
  list.style.setProperty("left", Math.max(8, Math.min(own.left - box.left, box.width - width - 8)) + "px");
  list.style.setProperty("max-height", Math.min(420, Math.max(140, down ? below : above)) + "px");
  list.style.setProperty("top", down ? own.bottom - box.top + 4 + "px" : "auto");
  list.style.setProperty("bottom", down ? "auto" : box.bottom - own.top + 4 + "px");
}

const INPUT = 4, LABEL = 18, UPLOAD = 19, RADIO = 21, ROW = 1, SHORT = 1;

// chooses reports whether something is chosen in a field of a modal, and nothing typed.
const chooses = (f) => f.type === RADIO || isMenu(f);

// read is a file as a field of a form carries it: its name, and its bytes in base64.
const read = (file) => new Promise((done, failed) => {
  const r = new FileReader();
  r.onload = () => done({ name: file.name, data: r.result.slice(r.result.indexOf(",") + 1) });
  r.onerror = () => failed(r.error);
  r.readAsDataURL(file);
});

// inputs returns the fields of a modal, in rows or, as in newer ones, in labels.
function inputs(modal) {
  const out = [];
  for (const c of modal.components || []) {
    if (c.type === LABEL && c.component) out.push({ ...c.component, label: c.label, description: c.description });
    else if (c.type === ROW) out.push(...(c.components || []));
    else if (c.type === INPUT) out.push(c);
  }
  return out;
}

const size = (text) => [...text].length;

// modal describes the dialog of the column, or nothing. It keeps the keyboard focus
// until it is sent or closed.
export function modal(view) {
  const { person, say } = view;
  const it = person.modal;
  if (!it) return null;
  const id = "modal-" + person.id;
  const fields = inputs(it);
  const wrong = view.wrong || {};
  const all = (el) => [...el.closest(".modal").querySelectorAll("[data-field]")];
  const submit = async (e) => {
    e.preventDefault();
    if (it.sending) return;
    const bad = {};
    const sent = all(e.target).map((el) => {
      const f = fields.find((f) => f.custom_id === el.dataset.field);
      if (f.type === UPLOAD) {
        if (f.required !== false && !el.files.length) bad[f.custom_id] = say("needed");
        return { custom_id: f.custom_id, files: [...el.files] };
      }
      if (chooses(f)) {
        const values = chosen(el);
        if (f.required !== false && !values.length) bad[f.custom_id] = say("needed");
        else if (values.length && f.max_values && values.length > f.max_values) bad[f.custom_id] = say("chooseSome", f.min_values || 1, f.max_values);
        return f.type === RADIO ? { custom_id: f.custom_id, value: values[0] || "" } : { custom_id: f.custom_id, values };
      }
      const value = el.value;
      const n = size(value);
      if (f.required !== false && value.trim() === "") bad[f.custom_id] = say("needed");
      else if (n && f.min_length && n < f.min_length) bad[f.custom_id] = say("short", f.min_length);
      else if (f.max_length && n > f.max_length) bad[f.custom_id] = say("long", f.max_length);
      return { custom_id: f.custom_id, value };
    });
    view.wrong = bad;
    const first = all(e.target).find((el) => bad[el.dataset.field]);
    if (first) {
      enter(first);
      view.draw();
      return;
    }
    for (const f of sent) if (f.files) f.files = await Promise.all(f.files.map(read));
    person.submit(sent);
  };
  // leave closes the form. It asks first where somebody has written something.
  const leave = (el) => {
    const written = all(el).some((el) => el.type === "file" ? el.files.length : !chooses(fields.find((f) => f.custom_id === el.dataset.field)) && el.value.trim() && el.value !== (fields.find((f) => f.custom_id === el.dataset.field).value || ""));
    if (!written || view.sure) return person.cancel();
    view.sure = true;
    view.draw();
  };
  const key = (e) => {
    if (e.key === "Escape") {
      e.preventDefault();
      e.stopPropagation();
      if (!view.sure) return leave(e.target);
      view.sure = false;
      view.draw();
    } else if (e.key === "Tab") {
      const stops = [...e.currentTarget.querySelectorAll("button:not([disabled]), input, textarea, select")];
      const at = stops.indexOf(document.activeElement);
      const to = e.shiftKey ? at - 1 : at + 1;
      if (at < 0 || to < 0 || to >= stops.length) {
        e.preventDefault();
        stops[(to + stops.length) % stops.length].focus();
      }
    } else if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.currentTarget.requestSubmit();
    }
  };
  return h("div", { class: "veil dim", key: "modal " + it.interaction },
    h("form", {
      class: "modal", role: "dialog", "aria-modal": view.app.shown().length === 1 ? "true" : undefined, "aria-labelledby": id, "data-modal": it.custom_id, novalidate: true, onsubmit: submit, onkeydown: key,
      made: (el) => {
        view.wrong = {};
        view.sure = false;
        queueMicrotask(() => {
          const here = document.activeElement;
          const free = !here || here === document.body || !here.closest(".column") || here.closest(".column") === el.closest(".column");
          const first = el.querySelector("[data-field]");
          if (free && first) enter(first);
        });
      },
    },
      h("div", { class: "modal-head" }, h("h2", { id }, it.title || ""),
        h("button", { type: "button", class: "ghost", title: say("cancel"), "aria-label": say("cancel"), onclick: (e) => leave(e.currentTarget) }, icon("close", 20))),
      h("div", { class: "modal-body" },
        it.failed && h("div", { class: "modal-failed", role: "alert" }, say("modalFailed")),
        fields.map((f) => field(view, f, wrong[f.custom_id]))),
      view.sure && h("div", { class: "modal-sure", role: "alertdialog", "aria-label": say("throwAway"), key: "sure" }, h("span", null, say("throwAway")),
        h("button", { type: "button", class: "button quiet", "data-modal-keep": "true", made: (el) => queueMicrotask(() => el.focus()), onclick: (e) => {
          const first = e.currentTarget.closest(".modal").querySelector("[data-field]");
          view.sure = false;
          view.draw();
          if (first) enter(first);
        } }, say("keepWriting")),
        h("button", { type: "button", class: "button danger", "data-modal-throw": "true", onclick: () => person.cancel() }, say("throwIt"))),
      !view.sure && h("div", { class: "modal-foot", key: "foot" },
        h("button", { type: "button", class: "button quiet", "data-modal-cancel": "true", onclick: (e) => leave(e.currentTarget) }, say("cancel")),
        h("button", { type: "submit", class: "button primary" + (it.sending ? " waits" : ""), "data-modal-submit": "true", "aria-busy": it.sending ? "true" : undefined }, h("span", { class: "label" }, say("submit")), it.sending && dots()))));
}

function field(view, f, wrong) {
  const { say } = view;
  const long = f.style !== SHORT;
  const counter = (el) => {
    const out = el.closest(".modal-field").querySelector(".counter");
    if (!out) return;
    const n = size(el.value);
    out.textContent = f.max_length ? n + " / " + f.max_length : String(n);
    out.classList.toggle("over", Boolean(f.max_length && n > f.max_length || f.min_length && n && n < f.min_length));
  };
  const props = {
    class: "modal-input", "data-field": f.custom_id, "aria-invalid": wrong ? "true" : undefined, "aria-required": f.required !== false ? "true" : undefined,
    placeholder: f.placeholder || undefined, autocomplete: "off", made: (el) => { el.value = f.value || ""; queueMicrotask(() => counter(el)); },
    oninput: (e) => { counter(e.target); if (wrong) { view.wrong = { ...view.wrong, [f.custom_id]: "" }; view.draw(); } },
  };
  // A group of boxes has its own labels, so it is no label.
  const many = isMenu(f) && f.max_values > 1;
  return h(f.type === RADIO || many ? "div" : "label", { class: "modal-field" + (wrong ? " wrong" : ""), key: f.custom_id },
    h("span", { class: "modal-label" }, f.label, f.required !== false && h("span", { class: "needed", title: say("required"), "aria-hidden": "true" }, "*")),
    f.description && h("span", { class: "modal-note" }, f.description),
    f.type === UPLOAD
      ? h("input", { class: "modal-input", type: "file", "data-field": f.custom_id, multiple: f.max_values > 1 || undefined, "aria-required": f.required !== false ? "true" : undefined })
      : f.type === RADIO || many ? boxes(view, f, many)
      : isMenu(f)
      ? h("select", { class: "modal-input", "data-field": f.custom_id },
        (f.required === false || !choices(view.person, f).some((o) => o.default)) && h("option", { made: (el) => el.setAttribute("value", "") }, f.placeholder || say("choose")), // without a value it would be its text
        choices(view.person, f).map((o) => h("option", { value: o.value, selected: o.default || undefined }, o.label)))
      : long ? h("textarea", { ...props, rows: 5 }) : h("input", { ...props, type: "text" }),
    h("span", { class: "modal-under" }, h("span", { class: "wrong-text", role: wrong ? "alert" : undefined }, wrong || (f.min_length > 1 ? say("short", f.min_length) : "")),
      !chooses(f) && f.type !== UPLOAD && h("span", { class: "counter", opaque: true, "aria-hidden": "true" })));
}

// boxes describes the options of a radio group, or of a menu of which several may be chosen.
function boxes(view, f, many) {
  const all = choices(view.person, f);
  return h("div", { class: "modal-boxes", role: many ? "group" : "radiogroup", "aria-label": f.label, "data-field": f.custom_id, tabindex: -1 },
    all.map((o) => h("label", { class: "modal-box", key: "o" + o.value },
      h("input", { type: many ? "checkbox" : "radio", name: "modal-" + view.person.id + "-" + f.custom_id, value: o.value, made: (el) => { el.checked = Boolean(o.default); } }),
      h("span", null, o.label, o.description && h("small", null, o.description)))));
}

// enter puts the keyboard focus into a field.
function enter(el) { (el.querySelector("input:checked") || el.querySelector("input") || el).focus(); }

// chosen returns the values that are chosen in a field.
function chosen(el) {
  const all = el.tagName === "SELECT" ? [...el.selectedOptions] : [...el.querySelectorAll("input:checked")];
  return all.map((o) => o.value).filter(Boolean);
}
