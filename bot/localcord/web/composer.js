// The line for writing: a message, or a slash command with its options.
//
// A command starts as text. When the text is the whole path of a command and a space,
// the line becomes that command. It has a field for each option, and the first one
// has the focus. So people can type or paste "/clue water" without looking up.
import { h, patch } from "./dom.js";
import { icon } from "./art.js";
import { localised } from "./words.js";

const SUB = 1, GROUP = 2, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, MENTIONABLE = 9, NUMBER = 10;

// In milliseconds: the pause before the bot is asked for choices.
const PAUSE = 120;

// flatten lists the commands that can be used: one entry for each path.
export function flatten(commands, locale) {
  const out = [];
  for (const c of commands || []) {
    if (c.type && c.type !== 1) continue;
    const walk = (thing, path, shown) => {
      const subs = (thing.options || []).filter((o) => o.type === SUB || o.type === GROUP);
      if (subs.length) {
        for (const s of subs) walk(s, [...path, s.name], [...shown, localised(s, "name", locale)]);
        return;
      }
      out.push({
        path, shown,
        key: path.join(" "), text: shown.join(" "),
        about: localised(thing, "description", locale),
        options: (thing.options || []).map((o) => ({ ...o, shown: localised(o, "name", locale), about: localised(o, "description", locale) })),
      });
    };
    walk(c, [c.name], [localised(c, "name", locale)]);
  }
  return out;
}

// usable reports whether a command can be used in a channel: on the server, or in the
// conversation with the bot. Discord calls that the context.
export function usable(command, channel) {
  return !command.contexts || command.contexts.includes(channel && channel.type === 1 ? 1 : 0);
}

const low = (t) => String(t).toLocaleLowerCase().trim();

export class Composer {
  // view is the column: person, say, locale and channel().
  constructor(view) {
    this.view = view;
    this.text = "";
    this.entry = null;     // the command being filled in
    this.fields = [];      // {option, text, value, wrong}
    this.at = -1;          // the field that has the focus
    this.list = null;      // {kind, items, on, field}
    this.ask = 0;
    this.id = "c" + view.person.id;
  }

  mount(root) {
    this.root = root;
    this.draw();
  }

  entries() {
    const channel = this.view.channel();
    return flatten(this.view.person.commands.filter((c) => usable(c, channel)), this.view.locale);
  }

  draw() {
    if (!this.root || this.drawing) return;
    // If a focused field is removed, it loses the focus. That would start a second
    // drawing inside this one.
    this.drawing = true;
    try {
      this.paint();
    } finally {
      this.drawing = false;
    }
  }

  paint() {
    const { say, person } = this.view;
    const channel = this.view.channel();
    const place = !channel ? "…" : channel.type === 1 ? person.bot.name : "#" + channel.name;
    const open = this.list && (this.list.items.length > 0 || this.list.kind === "commands") ? this.list : null;
    patch(this.root,
      open && this.popup(open),
      h("div", { class: "line" + (this.entry ? " command" : ""), "data-command": this.entry ? this.entry.key : undefined },
        h("button", { type: "button", class: "ghost slash", title: say("commands"), "aria-label": say("commands"), key: "slash", "data-slash": "true",
          onclick: () => this.slash() }, icon("slash", 22)),
        this.entry ? this.bar() : h("textarea", {
          key: "text", class: "words", rows: 1, "data-composer": person.id, maxlength: 2000, placeholder: say("writeHint", place), "aria-label": say("write", place),
          role: "combobox", "aria-autocomplete": "list", "aria-expanded": open ? "true" : "false", "aria-controls": open ? this.id + "-list" : undefined, "aria-activedescendant": open && open.on >= 0 ? this.id + "-" + open.on : undefined,
          autocomplete: "off", spellcheck: "false", enterkeyhint: "send", made: (el) => { this.words = el; el.value = this.text; queueMicrotask(() => this.grow()); },
          oninput: (e) => this.typed(e.target.value), onkeydown: (e) => this.key(e), onblur: () => this.leave(), onfocus: () => this.suggest(),
        }),
        h("button", { type: "button", class: "ghost send", key: "send", title: say("send"), "aria-label": say("send"), "data-send": "true",
          onmousedown: (e) => e.preventDefault(), onclick: () => this.send() }, icon("send", 20))));
  }

  popup(list) {
    const { say } = this.view;
    const title = list.kind === "commands" ? say("commands") : list.title;
    return h("div", { class: "popup", key: "popup", onmousedown: (e) => e.preventDefault() },
      h("div", { class: "popup-title" }, title, list.hint && h("span", null, list.hint)),
      list.items.length === 0
        ? h("div", { class: "popup-none" }, say("noCommand"))
        : h("ul", { role: "listbox", id: this.id + "-list", "aria-label": title }, list.items.map((item, i) =>
          h("li", {
            role: "option", id: this.id + "-" + i, class: i === list.on ? "on" : "", "aria-selected": i === list.on ? "true" : "false", "data-choice": item.value, "data-label": item.label,
            onclick: () => this.choose(item), onmousemove: () => this.point(i),
          }, h("span", { class: "popup-label" }, item.label), item.hint && h("span", { class: "popup-hint" }, item.hint)))));
  }

  // bar draws the command with its fields.
  bar() {
    const { say } = this.view;
    const rest = this.entry.options.filter((o) => !this.fields.some((f) => f.option.name === o.name));
    return h("div", { class: "bar", key: "bar " + this.entry.key },
      h("span", { class: "pill" }, "/" + this.entry.text),
      this.fields.map((f, i) => this.field(f, i)),
      this.fields.length === 0 && h("input", {
        class: "nothing", key: "nothing", "data-bar": this.entry.key, "aria-label": "/" + this.entry.text, enterkeyhint: "send", autocomplete: "off",
        made: (el) => queueMicrotask(() => el.focus()), oninput: (e) => { e.target.value = ""; },
        onkeydown: (e) => {
          if (e.key === "Enter") { e.preventDefault(); this.send(); } else if (e.key === "Backspace" || e.key === "Escape") { e.preventDefault(); this.back(); }
        },
      }),
      rest.map((o) => h("button", { type: "button", class: "add", key: "add " + o.name, title: o.about, "aria-label": say("more") + ": " + o.shown, "data-add-option": o.name,
        onmousedown: (e) => e.preventDefault(), onclick: () => this.add(o) }, icon("plus", 13), o.shown)),
      h("button", { type: "button", class: "ghost leave", key: "leave", title: say("leaveCommand"), "aria-label": say("leaveCommand"), onclick: () => this.back() }, icon("close", 15)));
  }

  field(f, i) {
    const { say } = this.view;
    const whole = f.option.type === INTEGER || f.option.type === NUMBER;
    return h("label", { class: "option" + (f.wrong ? " wrong" : ""), key: "option " + f.option.name, title: f.wrong || f.option.about },
      h("span", { class: "option-name" }, f.option.shown),
      h("input", {
        type: "text", "data-option": f.option.name, inputmode: whole ? "numeric" : undefined, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
        "aria-label": f.option.shown + ". " + f.option.about, "aria-invalid": f.wrong ? "true" : undefined, "aria-required": f.option.required ? "true" : undefined,
        role: "combobox", "aria-expanded": this.list && this.list.field === i ? "true" : "false", "aria-controls": this.list && this.list.field === i ? this.id + "-list" : undefined, "aria-activedescendant": this.list && this.list.on >= 0 ? this.id + "-" + this.list.on : undefined,
        made: (el) => { f.el = el; el.value = f.text; this.fit(el); if (f.focus) queueMicrotask(() => { el.focus(); el.setSelectionRange(el.value.length, el.value.length); }); },
        oninput: (e) => this.filled(f, i, e.target.value), onkeydown: (e) => this.fieldKey(e, f, i),
        onfocus: () => { this.at = i; this.suggest(); }, onblur: () => this.leave(),
      }),
      f.wrong && h("span", { class: "wrong-text", role: "alert" }, f.wrong));
  }

  fit(el) {
    el.style.setProperty("width", Math.min(24, Math.max(5, [...el.value].length + 1.5)) + "ch");
  }

  grow() {
    if (!this.words) return;
    this.words.style.setProperty("height", "auto");
    this.words.style.setProperty("height", Math.min(this.words.scrollHeight, 150) + "px");
  }

  // typed is called with the text in the line.
  typed(text) {
    // Ignore an empty line at the start. It comes from an Enter key that sent a
    // command: the character lands in the new line.
    if (text.startsWith("\n")) {
      text = text.replace(/^\n+/, "");
      this.words.value = text;
    }
    this.text = text;
    const hit = this.match(text);
    if (hit) {
      this.begin(hit.entry, hit.rest);
      return;
    }
    this.suggest();
    this.grow();
  }

  // match finds the command whose whole path and a space are at the start of a text.
  // It also returns the rest of the text.
  match(text) {
    if (!text.startsWith("/")) return null;
    let best = null;
    for (const entry of this.entries()) {
      for (const path of [entry.key, entry.text]) {
        const head = "/" + path;
        if (low(text.slice(0, head.length)) === low(head) && /^\s/.test(text.slice(head.length)) && (!best || head.length > best.length)) {
          best = { entry, rest: text.slice(head.length).replace(/^\s/, ""), length: head.length };
        }
      }
    }
    return best;
  }

  // begin turns the line into a command. The rest of the text goes into the first
  // field.
  begin(entry, rest) {
    this.entry = entry;
    const needed = entry.options.filter((o) => o.required);
    const first = needed.length ? needed : entry.options.slice(0, 1);
    this.fields = first.map((option, i) => ({ option, text: "", focus: i === 0 }));
    this.list = null;
    this.text = "";
    const named = rest && this.named(entry, rest);
    if (named) this.fields = named;
    else if (rest && this.fields.length) this.fields[0].text = rest;
    if (this.words) this.words.value = "";
    this.draw();
    this.at = this.fields.length ? 0 : -1;
    if (this.fields.length) this.suggest();
  }

  // named reads "option:value option:value", which people paste.
  named(entry, rest) {
    const names = new Map();
    for (const o of entry.options) names.set(low(o.name), o).set(low(o.shown), o);
    const found = [...rest.matchAll(/(?:^|\s)([^\s:]+):/g)].filter((m) => names.has(low(m[1])));
    if (!found.length || found[0].index > 0) return null;
    return found.map((m, i) => ({
      option: names.get(low(m[1])), focus: i === 0,
      text: rest.slice(m.index + m[0].length, i + 1 < found.length ? found[i + 1].index : undefined).trim(),
    }));
  }

  add(option) {
    this.fields.forEach((f) => { f.focus = false; });
    this.fields = [...this.fields, { option, text: "", focus: true }];
    this.list = null;
    this.draw();
  }

  back() {
    const key = this.entry && this.entry.text;
    this.reset();
    this.text = key ? "/" + key : "";
    this.draw();
    if (this.words) {
      this.words.value = this.text;
      this.words.focus();
      this.suggest();
    }
  }

  reset() {
    this.entry = null;
    this.fields = [];
    this.list = null;
    this.text = "";
    this.ask++;
  }

  slash() {
    if (this.entry) return this.back();
    this.words.focus();
    if (!this.words.value.startsWith("/")) this.words.value = "/";
    this.typed(this.words.value);
  }

  leave() {
    // A press on the list does not take the focus, so the person has left the field.
    if (this.drawing) return;
    this.list = null;
    this.draw();
  }

  point(i) {
    if (!this.list || this.list.on === i) return;
    this.list.on = i;
    this.draw();
  }

  // suggest fills the list for the field with the focus.
  suggest() {
    if (this.entry) return this.suggestField(this.fields[this.at], this.at);
    this.list = null;
    if (this.text.startsWith("/") && !this.text.includes("\n")) {
      const typed = low(this.text.slice(1));
      const items = this.entries().filter((e) => [e.key, e.text].some((p) => low(p).startsWith(typed) || low(p).split(" ").some((w) => typed && w.startsWith(typed))))
        .map((e) => ({ label: "/" + e.text, value: e.key, hint: e.about, entry: e }));
      this.list = { kind: "commands", items, on: items.length ? 0 : -1 };
    }
    this.draw();
  }

  async suggestField(f, i) {
    const mine = ++this.ask;
    this.list = null;
    if (!f) return this.draw();
    const { option } = f;
    const typed = low(f.text);
    const show = (items, on) => {
      const exact = items.some((x) => low(x.label) === typed);
      this.list = { kind: "choices", field: i, items: exact ? [] : items, on: on && !exact ? Math.max(0, items.findIndex((x) => typed && low(x.label).startsWith(typed))) : -1, title: option.shown, hint: option.about };
      this.draw();
    };
    const fitting = (items) => items.filter((x) => low(x.label).includes(typed) || low(x.value).startsWith(typed)).slice(0, 25);
    const person = this.view.person;
    if (option.choices && option.choices.length) {
      show(fitting(option.choices.map((c) => ({ label: localised(c, "name", this.view.locale), value: c.value }))), typed !== "" || option.required);
    } else if (option.type === BOOLEAN) {
      show(fitting([{ label: this.view.say("yes"), value: true }, { label: this.view.say("no"), value: false }]), true);
    } else if (option.type === USER || option.type === MENTIONABLE) {
      show(fitting([...person.users.values()].map((u) => ({ label: u.name, value: u.id }))), true);
    } else if (option.type === CHANNEL) {
      show(fitting(person.channels.filter((c) => c.type !== 1).map((c) => ({ label: "#" + c.name, value: c.id }))), true);
    } else if (option.autocomplete) {
      this.draw();
      f.pending = true;
      await new Promise((done) => setTimeout(done, PAUSE));
      if (mine !== this.ask) return;
      let choices = [];
      try {
        const [name, ...sub] = this.entry.path;
        choices = await person.complete(this.view.channel().id, name, sub.join(" "), option.name, this.values(true));
      } catch {
        choices = []; // The bot has no answer; what was typed can still be sent.
      }
      if (mine !== this.ask) return;
      f.pending = false;
      show(choices.map((c) => ({ label: String(c.name), value: c.value })), typed !== "");
    } else {
      this.draw();
    }
  }

  // filled is called with the text in a field. People who type "option:" name the field
  // that they are in, or want another one.
  filled(f, i, text) {
    const named = /^\s*([^\s:]+):\s*/.exec(text);
    const o = named && this.entry.options.find((o) => [o.name, o.shown].some((n) => low(n) === low(named[1])));
    if (o === f.option) f.el.value = text = text.slice(named[0].length);
    else if (o && !this.fields.some((x) => x.option === o)) {
      f.el.value = f.text = "";
      this.add(o);
      return;
    }
    f.text = text;
    f.value = undefined;
    f.wrong = "";
    this.at = i;
    this.fit(f.el);
    this.suggest();
  }

  choose(item) {
    if (this.list.kind === "commands") return this.begin(item.entry, "");
    const f = this.fields[this.list.field];
    f.text = item.label;
    f.value = item.value;
    f.wrong = "";
    f.el.value = item.label;
    this.fit(f.el);
    this.list = null;
    this.ask++;
    this.draw();
    const next = this.fields.findIndex((x) => x.option.required && x.text === "");
    (next >= 0 ? this.fields[next].el : f.el).focus();
    if (next < 0) { this.list = null; this.ask++; this.draw(); }
  }

  move(by) {
    const list = this.list;
    list.on = (list.on + by + list.items.length + (list.on < 0 && by < 0 ? 1 : 0)) % list.items.length;
    this.draw();
    const el = this.root.querySelector(".popup .on");
    if (el) el.scrollIntoView({ block: "nearest" });
  }

  // pick handles the keys of an open list, and reports whether it did.
  pick(e) {
    const list = this.list;
    if (!list || !list.items.length) return false;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      this.move(e.key === "ArrowDown" ? 1 : -1);
      return true;
    }
    if (e.key === "Escape") {
      e.preventDefault();
      this.list = null;
      this.ask++;
      this.draw();
      return true;
    }
    if ((e.key === "Enter" || e.key === "Tab") && !e.shiftKey && list.on >= 0) {
      e.preventDefault();
      this.choose(list.items[list.on]);
      return true;
    }
    return false;
  }

  key(e) {
    if (e.isComposing) return;
    if (this.pick(e)) return;
    if (e.key === "Enter" && !e.shiftKey) {
      e.preventDefault();
      this.send();
    }
  }

  fieldKey(e, f, i) {
    if (e.isComposing) return;
    if (this.pick(e)) return;
    if (e.key === "Enter") {
      e.preventDefault();
      this.send();
    } else if (e.key === "Escape" || e.key === "Backspace" && f.el.value === "" && i === 0) {
      e.preventDefault();
      this.back();
    } else if (e.key === "Backspace" && f.el.value === "" && !f.option.required) {
      e.preventDefault();
      this.fields = this.fields.filter((x) => x !== f);
      this.draw();
      this.fields[i - 1].el.focus();
    }
  }

  // value returns the value of a field. If it is wrong, it marks the field and returns
  // undefined.
  value(f) {
    const { say } = this.view;
    const { option } = f;
    const text = f.text.trim();
    const known = (items) => items.find((x) => low(x.label) === low(text) || low(x.value) === low(text));
    if (option.choices && option.choices.length) {
      const hit = f.value !== undefined ? { value: f.value } : known(option.choices.map((c) => ({ label: localised(c, "name", this.view.locale), value: c.value })));
      if (!hit) f.wrong = say("noChoice");
      return hit && hit.value;
    }
    switch (option.type) {
      case INTEGER: case NUMBER: {
        const n = Number(f.value !== undefined ? f.value : text.replace(",", "."));
        if (!Number.isFinite(n) || option.type === INTEGER && !Number.isInteger(n)) f.wrong = say("number");
        else if (option.min_value !== undefined && option.max_value !== undefined && (n < option.min_value || n > option.max_value)) f.wrong = say("range", option.min_value, option.max_value);
        else if (option.min_value !== undefined && n < option.min_value) f.wrong = say("least", option.min_value);
        else if (option.max_value !== undefined && n > option.max_value) f.wrong = say("most", option.max_value);
        return f.wrong ? undefined : n;
      }
      case BOOLEAN: {
        const hit = f.value !== undefined ? { value: f.value } : known([{ label: say("yes"), value: true }, { label: say("no"), value: false }]);
        if (!hit) f.wrong = say("noChoice");
        return hit && hit.value;
      }
      case USER: case MENTIONABLE: case CHANNEL: {
        const all = option.type === CHANNEL
          ? this.view.person.channels.map((c) => ({ label: "#" + c.name, value: c.id }))
          : [...this.view.person.users.values()].map((u) => ({ label: u.name, value: u.id }));
        const hit = f.value !== undefined ? { value: f.value } : known(all) || known(all.map((x) => ({ ...x, label: x.label.replace(/^#/, "") })));
        if (!hit) f.wrong = say("noChoice");
        return hit && hit.value;
      }
      default: {
        if (f.value !== undefined) return f.value;
        const long = [...text].length;
        if (option.min_length && long < option.min_length) f.wrong = say("short", option.min_length);
        else if (option.max_length && long > option.max_length) f.wrong = say("long", option.max_length);
        return f.wrong ? undefined : text;
      }
    }
  }

  // values returns the current options. half is for autocompletion, which also needs
  // the values that are still wrong.
  values(half) {
    const out = {};
    for (const f of this.fields) {
      if (f.text.trim() === "") {
        if (half) out[f.option.name] = "";
        continue;
      }
      const before = f.wrong;
      const v = this.value(f);
      if (half) f.wrong = before;
      if (v !== undefined) out[f.option.name] = v;
      else if (half) out[f.option.name] = f.text;
    }
    return out;
  }

  send() {
    const { say, person } = this.view;
    const channel = this.view.channel();
    if (!channel) return;
    if (!this.entry) {
      const raw = this.words.value;
      const hit = this.match(raw + " ");
      if (hit) {
        this.begin(hit.entry, hit.rest.trim());
        if (!hit.rest.trim() && this.entry.options.some((o) => o.required)) return;
      } else {
        const text = raw.trim();
        if (text === "") return;
        this.reset();
        this.words.value = "";
        this.draw();
        this.grow();
        person.say(channel.id, text);
        this.view.bottom();
        return;
      }
    }
    const options = this.values(false);
    for (const f of this.fields) if (f.option.required && f.text.trim() === "") f.wrong = say("needed");
    const bad = this.fields.find((f) => f.wrong);
    if (bad) {
      this.draw();
      bad.el.focus();
      return;
    }
    const [name, ...sub] = this.entry.path;
    const shown = "/" + this.entry.text + this.fields.filter((f) => f.text.trim()).map((f) => " " + f.option.shown + ": " + f.text.trim()).join("");
    this.reset();
    this.draw();
    if (this.words) {
      this.words.value = "";
      this.words.focus();
      this.list = null;
      this.draw();
    }
    person.command(channel.id, name, sub.join(" "), options, shown);
    this.view.bottom();
  }
}
