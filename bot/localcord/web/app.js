// The web client of Localcord. It shows a server with its channels as ten people
// see it. One window shows up to five people side by side.
//
// The page is a function of the data from the server. The file person.js follows
// the server for one person, and column.js shows what that person sees. The file
// message.js draws a message, and composer.js is the line for writing. The file
// overlay.js has menus and modals, and dom.js makes nodes from descriptions.
//
// Text from the server never becomes markup. Pictures come only from this server.
// The content security policy of the page forbids everything else.
//
// # The address
//
// #people=1,2,3&channel=table shows the first three people in the channel with that
// name or id. "dm" is the conversation of each person with the bot. A window of 720
// px or less shows only one person: the first, or the one in active=2. The browser
// keeps the last choice and uses it for an empty address. &pace=100 lets people who
// play by themselves act each 100 ms, until the page is opened anew.
//
// # Hooks for tests
//
// These do not change when the look changes:
//
//	[data-person="1"]                in the top bar: shows or closes the column of a person (on a narrow window: acts as)
//	[data-channel="ID"]              in the side bar, with data-channel-name: opens a channel, thread or ("dm") the conversation
//	.column[data-user="ID"]          a column; data-person-number="1", data-live="true" while its stream runs
//	[data-messages="ID"]             the messages of a channel in a column
//	[data-message="ID"]              a message; data-author="ID", data-ephemeral="true"
//	.button[data-custom-id][data-label]  a button; aria-busy="true" while it waits, [disabled] when it is off
//	.select[data-custom-id][data-label]  a menu; a press opens [data-menu="CUSTOM ID"] with [role=option][data-value][data-label];
//	                                 one of several is sent by [data-menu-done]; data-values="a,b" are the chosen ones
//	[data-failed]                    "This interaction failed" in a message
//	[data-dismiss="ID"]              dismisses an ephemeral message
//	[data-modal="CUSTOM ID"]         a modal; [data-field="CUSTOM ID"] its fields, [data-modal-submit], [data-modal-cancel]
//	[data-auto="1"], [data-auto-all]  tells a person, or everybody, to play by themselves; aria-pressed
//	[data-welcome="dream play"]      the button where a channel begins, which runs that command
//	[data-composer]                  where a person types; [data-send] sends
//	[data-command="dream play"]      the line while it is a command; [data-option="NAME"] a field, [data-add-option="NAME"] adds one,
//	                                 [data-bar] stands for the fields of a command without any
//	[data-choice="VALUE"][data-label]  a line of the list above the field
//	[data-sent="waiting|failed"]     a command or message on its way, or one that did not arrive
//	[data-voice="ID"]                the line of a voice channel; [data-voice-join="true|false"] goes in or out, [data-sounded="NAME"] the
//	                                 sound of the last seconds, or ""
//	[data-reconnecting]              the bar while the stream is gone
//	[data-settings], [data-drawer]   opens the settings; [data-locale] a language in them, [data-fault="NAME"] a switch, [data-fine="NAME"]
//	                                 its number, [data-action="NAME"] what happens once, [data-scope] where permissions are taken,
//	                                 [data-clear] switches all off, [data-faults="N"] says how many are on, [data-active-faults="N"] likewise in the top bar,
//	                                 [data-member="leave|ban|return"] with data-member-user: off the server, and back
//	[data-hide-person="1"]           closes a column
import { h, patch } from "./dom.js";
import { face, moon, mark, icon } from "./art.js";
import { words, russian } from "./words.js";
import { Autoplay } from "./autoplay.js";
import { Person } from "./person.js";
import { Stream } from "./stream.js";
import { Column } from "./column.js";
import { drawer } from "./drawer.js";
import { activeFaults } from "./faults.js";
import { tick } from "./markdown.js";

const MOST = 5;
// In milliseconds: after so long without an answer other windows may have all connections.
const CROWDED = 4000;
const KEEP = "localcord";
const thin = matchMedia("(max-width: 720px)");

class App {
  constructor(root) {
    this.root = root;
    this.users = [];          // all people, in the server's order
    this.people = [];         // numbers of those chosen, from 1
    this.active = 1;          // the number of the person who acted last
    this.channelWish = "";    // what the address or the memory says
    this.place = "";          // the id of the channel, or "dm"
    this.columns = new Map(); // user id -> Column
    this.stream = new Stream(); // of everybody in the window
    this.autos = new Autoplay(this); // who plays by themselves
    this.stream.busy = () => this.users.some((u) => this.autos.has(u.id));
    this.unread = new Set();  // channels with something new
    this.picture = null;      // {address, alt} of the enlarged picture
    this.faults = {};         // what is switched on
    this.settings = null;     // the drawer's own state while it is open
    this.rail = false;        // the side bar is open, where it is folded away
  }

  narrow() { return thin.matches; }
  number(id) { return this.users.findIndex((u) => u.id === id) + 1; }
  user(number) { return this.users[number - 1]; }

  // shown lists the people with a column in the window.
  shown() {
    const all = this.people.map((n) => this.user(n)).filter(Boolean);
    if (!this.narrow()) return all;
    const one = this.user(this.active);
    return one ? [one] : all.slice(0, 1);
  }

  async start() {
    this.read();
    this.autos.run(Number(new URLSearchParams(location.hash.slice(1)).get("pace")));
    this.draw();
    await this.meet();
    this.choose();
    addEventListener("hashchange", () => {
      if (location.hash === this.wrote) return;
      this.read();
      this.choose();
    });
    thin.addEventListener("change", () => this.choose());
    document.addEventListener("focusin", (e) => this.acts(e.target));
    document.addEventListener("pointerdown", (e) => this.acts(e.target), true);
    document.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      if (this.picture) this.enlarge(null);
      else if (this.settings) this.openSettings(false);
      else if (this.rail) { this.rail = false; this.draw(); }
    });
    setInterval(() => tick(this.root), 1000);
  }

  // meet asks for the list of people until the server answers. A browser opens at most
  // six connections to a server. When other windows have them all, nothing is answered,
  // and the page says so.
  async meet() {
    for (let pause = 250; ; pause = Math.min(pause * 1.6, 2000)) {
      const late = setTimeout(() => { this.crowded = true; this.draw(); }, CROWDED);
      try {
        const res = await fetch("/local/people", { cache: "no-store" });
        if (!res.ok) throw new Error(res.statusText);
        const state = await res.json();
        this.users = state.users || [];
        this.guild = state.guild || {};
        this.bot = state.bot || {};
        this.crowded = false;
        return;
      } catch {
        await new Promise((done) => setTimeout(done, pause));
      } finally {
        clearTimeout(late);
      }
    }
  }

  read() {
    const said = new URLSearchParams(location.hash.slice(1));
    let kept = {};
    try { kept = JSON.parse(localStorage.getItem(KEEP)) || {}; } catch { kept = {}; }
    const list = said.get("people") || kept.people || "";
    this.wish = String(list).split(",").map((s) => s.trim()).filter(Boolean);
    this.channelWish = said.get("channel") || kept.channel || "";
    this.activeWish = said.get("active") || (said.get("people") ? this.wish[0] : kept.active || this.wish[0]);
  }

  // find turns a number or an id in the address into a number.
  find(wish) {
    const n = Number(wish);
    if (Number.isInteger(n) && n >= 1 && n <= this.users.length) return n;
    return this.number(String(wish)) || 0;
  }

  choose() {
    const found = [...new Set(this.wish.map((w) => this.find(w)).filter(Boolean))].slice(0, MOST);
    this.people = found.length ? found : this.greeted();
    this.active = this.find(this.activeWish) || this.people[0];
    this.follow();
  }

  // greeted are the first two people of a newcomer. The first one has the language of the
  // browser where anybody has.
  greeted() {
    const all = this.users.map((u, i) => i + 1);
    const own = all.find((n) => russian(this.user(n).locale) === russian(navigator.language)) || 1;
    return [own, ...all.filter((n) => n !== own)].slice(0, 2);
  }

  write() {
    const place = this.channelName();
    const kept = { people: this.people.join(","), channel: place, active: String(this.active) };
    try { localStorage.setItem(KEEP, JSON.stringify(kept)); } catch { /* a browser may forbid it: the address still says it */ }
    const hash = "#people=" + kept.people + (place ? "&channel=" + encodeURIComponent(place) : "") + (this.narrow() ? "&active=" + kept.active : "");
    if (hash !== location.hash) {
      history.replaceState(null, "", hash);
    }
    this.wrote = location.hash;
  }

  channelName() {
    if (this.place === "dm" || !this.place) return this.place || this.channelWish;
    const c = this.channels().find((c) => c.id === this.place);
    return c && !c.parent ? c.name : this.place;
  }

  // follow opens the columns of the shown people and closes the others.
  follow() {
    const ids = this.shown().map((u) => u.id);
    for (const [id, column] of this.columns) {
      if (ids.includes(id)) continue;
      column.person.close();
      column.unmount();
      this.columns.delete(id);
    }
    for (const id of ids) {
      if (this.columns.has(id)) continue;
      const person = new Person(id, this.stream, (p) => this.changed(p), (p, m, before) => this.told(p, m, before));
      person.users = new Map(this.users.map((u) => [u.id, u]));
      this.columns.set(id, new Column(this, person));
      person.open();
    }
    this.write();
    this.draw();
    for (const column of this.columns.values()) column.draw();
  }

  changed(person) {
    if (person.users.size) this.users = [...person.users.values()];
    this.bot = person.bot;
    this.faults = person.faults;
    this.guild = person.guild.id ? person.guild : this.guild;
    this.settlePlace();
    this.converse();
    this.draw();
    const column = this.columns.get(person.id);
    if (column) column.draw();
  }

  // told is called with a new message, and with one that was edited and what it was
  // before.
  told(person, m, before) {
    const dm = person.channels.some((c) => c.id === m.channel_id && c.type === 1);
    const place = dm ? "dm" : m.channel_id;
    if (place === this.place) {
      const column = this.columns.get(person.id);
      if (column) column.heard(m, before);
    } else if (!before) this.unread.add(place);
  }

  // channels lists the channels that a shown person can see, without conversations.
  channels() {
    const all = new Map();
    for (const { person } of this.columns.values()) for (const c of person.channels) if (c.type !== 1) all.set(c.id, c);
    return [...all.values()];
  }

  // newestBoard returns the id of the newest public message of the bot with buttons
  // in a channel.
  newestBoard(channel) {
    const column = this.columns.values().next().value;
    const all = (column && column.person.messages.get(channel)) || [];
    const found = all.findLast((m) => m.author && this.bot && m.author.id === this.bot.id && !m.ephemeral_for && (m.components || []).length);
    return found && found.id;
  }

  settlePlace() {
    const all = this.channels();
    if (!all.length || this.place === "dm" || all.some((c) => c.id === this.place)) return;
    if (this.channelWish === "dm") this.place = "dm";
    else {
      const found = all.find((c) => c.id === this.channelWish) || all.find((c) => c.name === this.channelWish) || all.find((c) => !c.parent) || all[0];
      this.place = found.id;
    }
    this.channelWish = this.place;
    this.write();
    for (const column of this.columns.values()) column.draw();
  }

  go(place) {
    const dm = place === "dm" || [...this.columns.values()].some(({ person }) => person.channels.some((c) => c.id === place && c.type === 1));
    this.place = dm ? "dm" : place;
    this.channelWish = this.place;
    this.unread.delete(this.place);
    this.rail = false;
    this.write();
    this.converse();
    this.draw();
    for (const column of this.columns.values()) {
      column.composer.list = null;
      column.draw();
    }
  }

  // converse opens the conversations that the window shows and that nobody has begun.
  converse() {
    if (this.place === "dm") for (const { person } of this.columns.values()) person.converse();
  }

  toggle(id) {
    const n = this.number(id);
    if (this.narrow()) {
      this.active = n;
      if (!this.people.includes(n)) this.people = [n, ...this.people].slice(0, MOST);
    } else if (this.people.includes(n)) {
      if (this.people.length === 1) return;
      this.people = this.people.filter((p) => p !== n);
    } else {
      if (this.people.length >= MOST) return;
      this.people = [...this.people, n];
      this.active = n;
    }
    this.follow();
  }

  // acts stores whose column is in use: the interface has the language of that person.
  acts(target) {
    const column = target && target.closest && target.closest(".column");
    if (!column) return;
    const n = this.number(column.dataset.user);
    if (!n || n === this.active) return;
    this.active = n;
    this.draw();
  }

  locale() {
    const user = this.user(this.active) || this.user(this.people[0]);
    return (user && user.locale) || navigator.language || "en-US";
  }

  enlarge(address, alt) {
    this.back = address ? document.activeElement : this.back;
    this.picture = address ? { address, alt } : null;
    this.draw();
    if (!address && this.back) this.back.focus({ preventScroll: true });
  }

  openSettings(open) {
    this.back = open ? document.activeElement : this.back;
    this.settings = open ? { note: "", everywhere: false, sure: "" } : null;
    this.draw();
    if (!open && this.back) this.back.focus({ preventScroll: true });
  }

  draw() {
    const say = words(this.locale());
    const shown = this.shown();
    const narrow = this.narrow();
    const lang = russian(this.locale()) ? "ru" : "en";
    if (document.documentElement.lang !== lang) document.documentElement.lang = lang; // the same one would style the whole page again
    const here = this.channels().find((c) => c.id === this.place);
    const title = this.place === "dm" ? (this.bot && this.bot.name) || "" : here ? "#" + here.name : "";
    document.title = (title ? title + " · " : "") + "Localcord";
    const modal = this.picture || this.settings;
    const active = activeFaults(this);
    patch(this.root,
      this.crowded && h("p", { class: "crowded", role: "alert", key: "crowded" }, say("crowded")),
      h("div", { class: "frame people-" + shown.length + (this.rail ? " rail-open" : ""), inert: modal ? true : undefined, key: "frame" },
        h("button", { type: "button", class: "skip", onclick: () => this.skip() }, say("skip")),
        h("header", { class: "top" },
          h("button", { type: "button", class: "ghost burger", title: say("menu"), "aria-label": this.unread.size > 0 ? say("menu") + ", " + say("unread") : say("menu"), "aria-expanded": this.rail ? "true" : "false", "data-rail": "true", onclick: () => { this.rail = !this.rail; this.draw(); } },
            icon("menu", 22), this.unread.size > 0 && h("i", { class: "dot" })),
          h("h1", { class: "brand" }, mark(28), h("span", { class: "brand-name" }, "Localcord"), h("span", { class: "brand-place" }, title)),
          h("div", { class: "strip", role: "group", "aria-label": say("people") }, this.everybody(say), this.users.map((u) => this.chip(u, say, shown, narrow))),
          h("button", { type: "button", class: "ghost cog", title: say("settings"), "aria-label": say("settings"), "data-settings": "true", onclick: () => this.openSettings(true) }, icon("gear", 22), active.length > 0 && h("i", { class: "active-faults", title: active.join(", "), "data-active-faults": active.length }, String(active.length)))),
        this.side(say),
        this.rail && h("div", { class: "rail-veil", key: "rail-veil", onclick: () => { this.rail = false; this.draw(); } }),
        h("main", { class: "columns", key: "columns" }, shown.map((u) => {
          const column = this.columns.get(u.id);
          return column && h("section", {
            key: "column " + u.id, class: "column" + (this.number(u.id) === this.active ? " active" : ""), opaque: true, lang: russian(u.locale) ? "ru" : "en",
            "data-user": u.id, "data-person-number": this.number(u.id), "data-live": column.person.live ? "true" : "false", "aria-label": words(u.locale)("you", u.name),
            made: (el) => column.mount(el),
          });
        }))),
      this.settings && drawer(this, say),
      this.picture && h("div", {
        class: "light", key: "light", role: "dialog", "aria-modal": "true", "aria-label": say("image"), tabindex: -1, made: (el) => queueMicrotask(() => el.querySelector("button").focus()),
        onclick: () => this.enlarge(null),
      }, h("img", { src: this.picture.address, alt: this.picture.alt }), h("button", { type: "button", class: "ghost", "aria-label": say("close") }, icon("close", 26))));
    this.showActive();
  }

  // skip goes past the people and the channels to the messages of who acts.
  skip() {
    const u = this.user(this.active);
    const column = (u && this.columns.get(u.id)) || this.columns.values().next().value;
    if (column && column.scroller) column.scroller.focus({ preventScroll: true });
  }

  // showActive scrolls the strip of people to the person who acts, once after each
  // change. On a phone the strip is wider than the screen. Chromium's scrollIntoView would
  // move the start of the Tab key there, past the first stop of the page.
  showActive() {
    const chip = this.inView !== this.active && this.root.querySelector(`.chip[data-person="${this.active}"]`);
    if (!chip) return;
    this.inView = this.active;
    const strip = chip.parentElement, box = chip.getBoundingClientRect(), all = strip.getBoundingClientRect();
    strip.scrollLeft += box.x + box.width / 2 - all.x - all.width / 2;
  }

  // everybody is the switch that tells all people at once to play by themselves.
  everybody(say) {
    const on = this.users.length > 0 && this.users.every((u) => this.autos.has(u.id));
    return h("button", { type: "button", key: "everybody", class: "ghost auto" + (on ? " on" : ""), "aria-pressed": on ? "true" : "false", title: say("autoAll"), "aria-label": say("autoAll"), "data-auto-all": "true",
      onclick: () => this.autos.toggle(this.users.map((u) => u.id), !on) }, icon("next", 18));
  }

  chip(u, say, shown, narrow) {
    const on = shown.some((s) => s.id === u.id);
    const full = !narrow && !on && shown.length >= MOST;
    const text = narrow ? say("actAs", u.name) : full ? say("peopleFull") : say(on ? "hide" : "show", u.name);
    return h("button", { type: "button", key: "chip " + u.id, class: "chip" + (on ? " on" : "") + (this.autos.has(u.id) ? " plays" : ""), "aria-pressed": on ? "true" : "false", title: text, "aria-label": text, disabled: full || undefined, "data-person": this.number(u.id), onclick: () => this.toggle(u.id) },
      face(u, 32), h("span", { class: "chip-name" }, u.name));
  }

  side(say) {
    const all = this.channels();
    const tops = all.filter((c) => !c.parent || !all.some((p) => p.id === c.parent));
    const fresh = (id) => this.unread.has(id) && [h("i", { class: "dot" }), h("span", { class: "unseen" }, ", " + say("unread"))];
    const item = (c, kind) => h("li", { key: c.id }, h("button", {
      type: "button", class: "room " + kind + (c.id === this.place ? " here" : "") + (this.unread.has(c.id) ? " unread" : ""), "aria-current": c.id === this.place ? "page" : undefined,
      "data-channel": c.id, "data-channel-name": c.name, onclick: () => this.go(c.id),
    }, icon(kind === "thread" ? "thread" : "hash", 18), h("span", null, c.name), fresh(c.id)));
    const bot = this.bot || {};
    return h("nav", { class: "side", "aria-label": say("channels"), key: "side" },
      h("div", { class: "guild" }, (this.guild && this.guild.name) || "Localcord"),
      h("div", { class: "side-title" }, say("channels")),
      h("ul", { "aria-label": say("channels") }, tops.filter((c) => c.type !== 4).map((c) => [item(c, c.parent ? "thread" : "channel"), all.filter((t) => t.parent === c.id && c.type !== 4).map((t) => item(t, "thread"))])),
      h("div", { class: "side-title" }, say("direct")),
      h("ul", { "aria-label": say("direct") }, h("li", null, h("button", {
        type: "button", class: "room dm" + (this.place === "dm" ? " here" : "") + (this.unread.has("dm") ? " unread" : ""), "aria-current": this.place === "dm" ? "page" : undefined,
        "data-channel": "dm", "data-channel-name": "dm", "data-bot-online": bot.online ? "true" : "false", onclick: () => this.go("dm"),
      }, h("span", { class: "presence " + (bot.online ? "is-on" : "is-off") }, moon(28)), h("span", null, bot.name || "Oneiros", h("small", null, say(bot.online ? "online" : "offline"))), fresh("dm")))));
  }
}

new App(document.getElementById("app")).start();
