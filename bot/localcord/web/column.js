// The column of one person: what they see of the channel, and a line for writing.
import { h, patch } from "./dom.js";
import { face, moon, icon } from "./art.js";
import { words, russian } from "./words.js";
import { message, hidden, dots, lines, asks } from "./message.js";
import { menuList, placeMenu, modal } from "./overlay.js";
import { Composer, usable } from "./composer.js";
import { write } from "./markdown.js";

// In milliseconds. A message of the same author within this time does not repeat the
// name.
const TOGETHER = 7 * 60000;

// In pixels. A reader who is this near to the end counts as being at the end.
const NEAR = 48;

// In letters: how much of a message is read aloud by itself.
const MOST = 500;

// The type of a voice channel.
const VOICE = 2;

// cut shortens what is read aloud, at the end of a word.
function cut(text) {
  if (text.length <= MOST) return text;
  const at = text.lastIndexOf(" ", MOST);
  return text.slice(0, at > 0 ? at : MOST) + "…";
}

// added returns what is new in a line that was added to: " wave" of "sea, ship" and "sea,
// ship, wave", from the beginning of a word. Of another line it returns all.
function added(line, old) {
  let from = 0, till = 0;
  for (const was of old) {
    let a = 0, b = 0;
    while (a < was.length && was[a] === line[a]) a++;
    while (b < was.length - a && was[was.length - 1 - b] === line[line.length - 1 - b]) b++;
    if (a + b === was.length && was.length > from + till) [from, till] = [a, b];
  }
  if (from + till < 8) return line;
  const word = (c) => /[\p{L}\p{N}]/u.test(c);
  while (from > 0 && word(line[from - 1]) && word(line[from])) from--;
  return line.slice(from, line.length - till).replace(/^[\s,;·•—–-]+/u, "") || line;
}

export class Column {
  constructor(app, person) {
    this.app = app;
    this.person = person;
    this.menu = null;
    this.stroke = false; // the key that chose from a menu is down
    this.wrong = {};
    this.stick = true;
    this.news = 0;
    this.drawn = new Map(); // message id -> {deps, node}
    this.composer = new Composer(this);
  }

  get locale() { return this.person.me().locale || "en-US"; }
  get say() { return words(this.locale); }

  channel() {
    const { channels } = this.person;
    return this.app.place === "dm" ? this.person.conversation() : channels.find((c) => c.id === this.app.place);
  }

  channelID() {
    const c = this.channel();
    return c ? c.id : "";
  }

  go(channel) { this.app.go(channel); }
  enlarge(address, alt) { this.app.enlarge(address, alt); }

  openMenu(menu) {
    const back = !menu && this.menu;
    this.menu = menu;
    this.draw();
    if (back) {
      const at = this.root.querySelector('[data-message="' + CSS.escape(back.message) + '"] .select[data-place="' + CSS.escape(back.place) + '"]');
      if (at) at.focus({ preventScroll: true });
    }
  }

  // bottom goes to the newest message, and stays there.
  bottom() {
    this.stick = true;
    this.news = 0;
    this.settle();
  }

  settle() {
    if (this.stick && this.scroller) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  mount(root) {
    this.root = root;
    // A key that is held down presses once, even if the focus goes on to another
    // button meanwhile.
    root.addEventListener("keydown", (e) => e.repeat && e.key === "Enter" && e.target.closest(".button, .select") && e.preventDefault(), true);
    root.addEventListener("focusin", (e) => { if (this.placed && e.target !== this.placed.el) this.placed = null; });
    this.watch = new ResizeObserver(() => {
      this.settle();
      placeMenu(this.root);
    });
    this.draw();
  }

  unmount() {
    if (this.watch) this.watch.disconnect();
    this.root = null;
    this.scroller = null;
    this.composer.root = null;
  }

  // heard is called for a new message in this channel, and for an edited one with
  // what it was before.
  heard(m, before) {
    const said = before ? lines(this, before).map((l) => l.bare) : [];
    // What to do comes first, before the title: a reader of the screen may be cut short.
    // A line in which only a clock has changed is not said again.
    const first = asks(this, m);
    const fresh = lines(this, m).filter((l) => !said.includes(l.bare))
      .sort((a, b) => first.includes(b.line) - first.includes(a.line)).map((l) => { const part = added(l.bare, said); return part === l.bare ? l.line : part; });
    if (fresh.length && this.speaks()) {
      const author = this.person.name(m.author && m.author.id) || (m.author && m.author.username) || "";
      this.aloud((before ? "" : (hidden(m) ? this.say("onlyYou") + ". " : "") + author + ": ") + fresh.join(" "));
    }
    if (before) return;
    const { person } = this;
    // Only this person sees it, and they have just asked for it. Show it at once.
    if (hidden(m)) {
      this.stick = true;
      if (person.asked(m)) this.arrived = m.id;
    } else if (!this.stick && m.author && m.author.id !== this.person.id) this.news++;
  }

  // speaks reports whether this column is the one in use. The others would say the same
  // again, in other languages.
  speaks() { return this.app.shown().length === 1 || this.app.number(this.person.id) === this.app.active; }

  // aloud lets a reader of the screen say something once. A board and a panel often
  // tell the same.
  aloud(text) {
    const el = this.live;
    if (!el || [...el.children].some((p) => p.textContent.endsWith(cut(text)))) return;
    const p = document.createElement("p");
    p.textContent = cut(text);
    el.append(p);
    while (el.children.length > 3) el.firstChild.remove();
  }

  // focused is where the focus is in a message: the message and the control.
  focused() {
    const el = document.activeElement;
    const at = el && this.root.contains(el) && el.closest("[data-message]");
    return at ? { el, message: at.dataset.message } : null;
  }

  // refocus gives the focus back to a message whose control went away: to the first
  // control that can be pressed now, else to the message. A message that is gone gives
  // it to the list.
  refocus(was) {
    if (!was || was.el.isConnected && !was.el.disabled && document.activeElement === was.el) return;
    const here = document.activeElement;
    if (here && here !== document.body && here !== was.el) return;
    if (was.el.isConnected && !was.el.disabled && !was.el.closest("[inert]")) {
      was.el.focus({ preventScroll: true });
      return;
    }
    this.place(was.message);
  }

  // place gives the focus to the first control of a message that can be pressed, and notes
  // that nobody chose it.
  place(message) {
    const at = this.root.querySelector('[data-message="' + CSS.escape(message) + '"]');
    const to = at ? at.querySelector(".components .button:not([disabled]), .components .select:not([disabled])") || at : this.scroller;
    if (!to) return;
    to.focus({ preventScroll: true });
    this.placed = at ? { message, el: to } : null;
  }

  // follow moves the focus to a panel that a press has opened. It also moves the focus to
  // the first control that can be pressed now, where the last move was no choice of the
  // reader: their turn has come, and the cards are before it.
  follow() {
    const { arrived, placed } = this;
    this.arrived = "";
    const here = document.activeElement;
    if (arrived && (here === document.body || here && here.closest("[data-message], .scroll") && this.root.contains(here))) this.place(arrived);
    else if (placed && placed.el === here) this.place(placed.message);
  }

  scrolled() {
    const el = this.scroller;
    this.stick = el.scrollHeight - el.scrollTop - el.clientHeight < NEAR;
    if (this.stick && this.news) {
      this.news = 0;
      this.draw();
    } else if (this.stick !== this.wasStuck) this.draw();
    this.wasStuck = this.stick;
    placeMenu(this.root);
  }

  draw() {
    if (!this.root) return;
    const { person, say, app } = this;
    const me = person.me();
    const channel = this.channel();
    if (this.shown !== this.channelID()) {
      this.shown = this.channelID();
      this.stick = true;
      this.news = 0;
      this.menu = null;
    }
    const dm = app.place === "dm";
    const typing = channel && person.typing.get(channel.id);
    const over = modal(this);
    let was = this.focused();
    if (over && !this.over) this.back = was;
    else if (!over && this.over) was = this.back;
    this.over = Boolean(over);
    patch(this.root,
      h("div", { class: "column-main", key: "main", inert: over ? true : undefined },
        h("h2", { class: "unseen" }, say("you", me.name)),
        h("header", { class: "column-head" },
          face(me, 28),
          h("div", { class: "who" }, h("span", { class: "who-name" }, me.name), h("span", { class: "lang", title: say("language") }, russian(me.locale) ? "RU" : "EN")),
          h("button", { type: "button", class: "ghost auto" + (app.autos.has(person.id) ? " on" : ""), "aria-pressed": app.autos.has(person.id) ? "true" : "false", title: say("auto", me.name), "aria-label": say("auto", me.name), "data-auto": app.number(person.id),
            onclick: () => app.autos.toggle([person.id], !app.autos.has(person.id)) }, icon("next", 16)),
          !app.narrow() && app.shown().length > 1 && h("button", { type: "button", class: "ghost", title: say("hide", me.name), "aria-label": say("hide", me.name), "data-hide-person": app.number(person.id), onclick: () => app.toggle(person.id) }, icon("close", 16))),
        !person.live && h("div", { class: "reconnecting", role: "status", "data-reconnecting": "true", key: "reconnecting" }, dots(), say(person.known ? "reconnecting" : "connecting")),
        h("div", { class: "scroll", key: "scroll", tabindex: 0, role: "log", "aria-live": "off", "aria-label": channel ? say("messages", dm ? person.bot.name : "#" + channel.name) : say("connecting"),
          made: (el) => { this.scroller = el; this.watch.observe(el); }, onscroll: () => this.scrolled() },
          h("div", { class: "inner", made: (el) => this.watch.observe(el) },
            person.known && this.beginning(channel, dm),
            h("ol", { class: "messages", "data-messages": this.channelID() }, this.list(channel)),
            this.sent(channel))),
        this.voice(channel),
        h("div", { class: "between", key: "between" },
          !this.stick && h("button", { type: "button", class: "jump", onclick: () => this.bottom() }, icon("down", 16), this.news ? say("newMessages") + " (" + this.news + ")" : say("jump")),
          typing && typing !== person.id && h("div", { class: "typing" }, dots(), say("typing", person.name(typing) || person.bot.name))),
        h("div", { class: "composer", key: "composer", opaque: true, made: (el) => this.composer.mount(el) }),
        h("div", { class: "unseen", "aria-live": "polite", "aria-relevant": "additions", opaque: true, key: "aloud", made: (el) => { this.live = el; } })),
      menuList(this), over);
    if (!over) {
      this.refocus(was);
      this.follow();
    }
    this.composer.draw();
    this.settle();
    placeMenu(this.root);
  }

  beginning(channel, dm) {
    const { say, person } = this;
    if (!channel && !dm) return h("div", { class: "beginning" }, say("noAccess", person.me().name));
    const name = dm ? person.bot.name : "#" + channel.name;
    return h("div", { class: "beginning", key: "beginning" }, moon(56),
      h("h3", null, say("beginning", name)), dm && h("p", null, say("beginningDM", person.bot.name)),
      channel && this.welcome(channel), this.second() && h("p", { class: "small" }, say("beside", person.me().name)), !dm && h("p", { class: "small" }, say("beginningHint")),
      !dm && this.pace());
  }

  // voice is the line of a voice channel: who is there, what sounded last, and the way in and out.
  voice(channel) {
    if (!channel || channel.type !== VOICE) return null;
    const { person, say } = this;
    const there = Object.keys(person.voices).filter((u) => person.voices[u] === channel.id);
    const mine = there.includes(person.id);
    const sound = person.sounded && person.sounded.channel === channel.id ? person.sounded : null;
    return h("div", { class: "voice", key: "voice", "data-voice": channel.id },
      h("span", { class: "voice-who" }, there.length ? say("inVoice", there.map((u) => person.name(u)).join(", ")) : say("voiceEmpty")),
      h("button", { type: "button", class: "button secondary", "data-voice-join": mine ? "false" : "true", onclick: () => person.voice(mine ? "" : channel.id) }, say(mine ? "leaveVoice" : "joinVoice")),
      h("span", { class: "sounded", role: "status", "data-sounded": sound ? sound.name : "" }, sound ? (sound.emoji || "") + " " + say(mine ? "sounded" : "soundedUnheard", person.bot.name, sound.name) : ""));
  }

  // pace says how fast the clocks of matches run, where that is not as the time of day.
  pace() {
    const speed = this.person.guild.speed || 1;
    if (speed === 1) return null;
    return h("p", { class: "small", "data-speed": speed }, speed < 1 ? this.say("slow", Math.round(10 / speed) / 10) : this.say("fast", speed));
  }

  // second reports whether the column stands beside that of another person.
  second() {
    const shown = this.app.shown();
    return shown.length > 1 && shown[0].id !== this.person.id;
  }

  // welcome is the button of the command with which one begins, once the bot has it.
  welcome(channel) {
    const { person, say } = this;
    const words = person.guild.welcome || "";
    const [name, ...sub] = words.split(" ");
    const command = person.commands.find((c) => c.name === name);
    if (!words || !command || !usable(command, channel) || sub.length && !(command.options || []).some((o) => o.name === sub[0])) return null;
    const waits = person.sent.some((s) => s.channel === channel.id && s.command && !s.failed);
    return [h("p", null, say("youAre", person.me().name)), h("button", { type: "button", class: "button primary welcome", "data-welcome": words, disabled: !person.live || waits || undefined,
      onclick: () => person.command(channel.id, name, sub.join(" "), {}, "/" + words) }, say("welcome"))];
  }

  list(channel) {
    if (!channel) return null;
    const { person } = this;
    const all = person.messages.get(channel.id) || [];
    const out = [];
    const today = new Date().toDateString();
    const kept = new Map();
    let before = null, day = "";
    for (const m of all) {
      const time = new Date(m.timestamp || Date.now());
      const its = time.toDateString();
      if (its !== day && all.length > 1 && (before || its !== today)) {
        out.push(h("li", { class: "day", key: "day " + its }, h("span", null, write(time / 1000, "D", this.locale))));
      }
      const lead = !before || its !== day || !before.author || !m.author || before.author.id !== m.author.id || hidden(before) !== hidden(m) ||
        time - new Date(before.timestamp) > TOGETHER || Boolean(m.message_reference) || Boolean((m.interaction_metadata || m.interaction || {}).type === 2);
      day = its;
      before = m;
      const menu = this.menu && this.menu.message === m.id ? this.menu.place : "";
      const picked = [...person.picked].filter(([k]) => k.startsWith(m.id + "/")).join(";");
      const deps = [m, lead, person.failed.get(m.id), person.pressed.get(m.id), menu, picked, person.rev, this.locale, today, person.bot];
      const old = this.drawn.get(m.id);
      const node = old && old.deps.every((d, i) => d === deps[i]) ? old.node : message(this, m, lead);
      kept.set(m.id, { deps, node });
      out.push(node);
    }
    this.drawn = kept;
    return out;
  }

  // sent lists what was sent and has not arrived yet, or has failed.
  sent(channel) {
    const { person, say } = this;
    const mine = person.sent.filter((s) => channel && s.channel === channel.id);
    if (!mine.length) return null;
    return h("ul", { class: "sent", key: "sent" }, mine.map((s) => h("li", { key: s.nonce, class: s.failed ? "failed" : "", "data-sent": s.failed ? "failed" : "waiting", role: s.failed ? "alert" : undefined },
      s.failed
        ? [h("span", null, s.command && /^(timeout|did not|no answer)/i.test(s.failed) ? say("noAnswer") : s.command ? say("failed") : say("notSent", s.failed)), h("span", { class: "quoted" }, s.text),
          h("button", { type: "button", class: "dismiss", onclick: () => person.drop(s.nonce) }, say("dismiss"))]
        : [dots(), h("span", null, s.command ? say("sending", s.text) : s.text)])));
  }
}
