// A person of the server: what they see, which the stream of the window updates, and
// what they do.

let count = 0;

// nonce returns a name for one action. The outcome of the action has the same name.
function nonce() {
  return Date.now().toString(36) + "-" + (++count).toString(36) + "-" + Math.random().toString(36).slice(2, 8);
}

// post sends JSON to the server and returns the answer. If the server refuses, it throws
// an Error with the sentence of the server.
export async function post(path, body) {
  const res = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const text = await res.text();
  let data = null;
  try { data = text ? JSON.parse(text) : null; } catch { data = null; }
  if (!res.ok) throw new Error((data && (data.message || data.error)) || text.slice(0, 200) || res.statusText);
  return data;
}

// In milliseconds: the longest wait for an outcome. Discord gives a bot three seconds,
// so the server sends nothing after this time.
const PATIENCE = 12000;

// age compares two ids. They are snowflakes, so the older one is the smaller number.
function age(a, b) { return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0); }

// order sorts messages by age.
function order(a, b) { return age(a.id, b.id); }

// In milliseconds: how long the page says that it sounded.
const SOUNDED = 10000;

export class Person {
  // changed is called after a change of the person, at most once in each turn of
  // the event loop. The function told is called with new messages for the person, and
  // with edited ones and what they were before.
  constructor(id, stream, changed, told) {
    this.id = id;
    this.stream = stream;
    this.told = told || (() => {});
    this.live = false;      // the stream runs and the state is of now
    this.known = false;     // there has been a state at all
    this.guild = {};
    this.channels = [];
    this.users = new Map();
    this.roles = [];
    this.bot = { id: "", name: "Oneiros", online: false };
    this.commands = [];
    this.faults = {};          // what is switched on
    this.messages = new Map(); // channel -> messages by age
    this.unread = new Set();   // channels with something new
    this.pressed = new Map();  // message -> {nonce, at, values}
    this.failed = new Map();   // message -> reason
    this.picked = new Map();   // message/place of a menu -> values chosen and not yet answered
    this.sent = [];            // commands and words on their way: {nonce, channel, text, failed}
    this.typing = new Map();   // channel -> {user, until}
    this.voices = {};          // user -> the voice channel that they are in
    this.sounded = null;       // the latest sound: {channel, name, emoji}
    this.modal = null;         // {interaction, custom_id, title, components, channel, sending, failed}
    this.rev = 0;              // raised when names of people or channels changed
    this.waits = new Map();    // nonce -> timer
    this.waiting = null;       // events that come before the state does
    this.times = 0;            // raised with each load and loss: what was asked before is of no use
    this.conversing = null;    // the request for the conversation with the bot
    this.newest = "";          // the last interaction of theirs that the page knows; "0" while the first is on its way
    let due = false;
    this.change = () => {
      if (due) return;
      due = true;
      queueMicrotask(() => { due = false; changed(this); });
    };
  }

  me() {
    return this.users.get(this.id) || { id: this.id, name: this.id, locale: "en-US" };
  }

  name(id) {
    if (id === this.bot.id) return this.bot.name;
    const user = this.users.get(id);
    return user && user.name;
  }

  // open starts to follow the server, and close stops it.
  open() { this.stream.add(this); }

  close() {
    this.live = false;
    this.stream.remove(this);
  }

  // begin is called before the first event. Events that arrive before the state are
  // applied after it, in order, so that none is lost.
  begin() { this.waiting = []; }

  hear(event) {
    if (this.waiting) this.waiting.push(event);
    else this.apply(event);
  }

  // lost is called when the stream has ended.
  lost() {
    this.live = false;
    this.times++;
    this.change();
  }

  // voice goes into a voice channel, or out of all with "".
  async voice(channel) {
    await post("/local/voice", { user: this.id, channel }).catch(() => {});
  }

  // load requests everything that the person sees.
  async load() {
    const when = ++this.times;
    this.waiting = this.waiting || [];
    try {
      const res = await fetch("/local/state?user=" + encodeURIComponent(this.id), { cache: "no-store" });
      if (!res.ok) throw new Error(res.statusText);
      const state = await res.json();
      if (when !== this.times) return;
      this.take(state);
      const waited = this.waiting || [];
      this.waiting = null;
      this.live = true;
      waited.forEach((event) => this.apply(event, true));
      this.change();
    } catch {
      if (when === this.times) this.stream.lost();
    }
  }

  take(state) {
    this.guild = state.guild || {};
    this.channels = state.channels || [];
    this.users = new Map((state.users || []).map((u) => [u.id, u]));
    this.roles = (state.guild || {}).roles || [];
    this.bot = state.bot || this.bot;
    this.commands = state.commands || [];
    this.faults = state.faults || {};
    this.voices = state.voices || {};
    const old = this.messages;
    this.messages = new Map();
    for (const channel in state.messages || {}) {
      const before = new Map((old.get(channel) || []).map((m) => [m.id, m]));
      this.messages.set(channel, (state.messages[channel] || []).map((m) => {
        const was = before.get(m.id);
        return was && JSON.stringify(was) === JSON.stringify(m) ? was : m;
      }).sort(order));
    }
    this.known = true;
    this.rev++;
  }

  apply(event, old) {
    switch (event.type) {
      case "message_create": case "message_update":
        this.put(event.message || event, event.type === "message_create", old);
        break;
      case "message_delete": {
        const id = event.id || event.message_id || (typeof event.message === "string" ? event.message : event.message && event.message.id);
        const channel = event.channel || event.channel_id || (event.message && event.message.channel_id);
        for (const [c, list] of this.messages) {
          if (channel && c !== channel) continue;
          const at = list.findIndex((m) => m.id === id);
          if (at >= 0) this.messages.set(c, list.toSpliced(at, 1));
        }
        this.forget(id);
        break;
      }
      case "channel_create": case "channel_update": {
        const channel = event.channel && typeof event.channel === "object" ? event.channel : event;
        const at = this.channels.findIndex((c) => c.id === channel.id);
        this.channels = at < 0 ? [...this.channels, channel] : this.channels.with(at, { ...this.channels[at], ...channel });
        this.rev++;
        break;
      }
      case "channel_delete": {
        const id = event.channel && event.channel.id || event.channel || event.id;
        this.channels = this.channels.filter((c) => c.id !== id && c.parent !== id);
        this.rev++;
        break;
      }
      case "modal":
        this.modal = { ...event, ...(event.modal || {}), channel: event.channel || event.channel_id || this.modalChannel };
        if (event.nonce) this.outcome(event.nonce, null);
        break;
      case "interaction_ok":
        this.outcome(event.nonce, null);
        break;
      case "interaction_failed":
        this.outcome(event.nonce, event.reason || "failed");
        break;
      case "typing": {
        const channel = event.channel || event.channel_id;
        this.typing.set(channel, event.user || event.user_id || this.bot.id);
        clearTimeout(this.typingEnds);
        this.typingEnds = setTimeout(() => { this.typing.clear(); this.change(); }, 8000);
        break;
      }
      case "voice":
        if (event.guild === this.guild.id) this.voices = event.voices || {};
        break;
      case "sound":
        this.sounded = event;
        clearTimeout(this.soundEnds);
        this.soundEnds = setTimeout(() => { this.sounded = null; this.change(); }, SOUNDED);
        if (!old && (event.hears || []).includes(this.id)) tone(event.name);
        break;
      case "bot_status":
        this.bot = { ...this.bot, ...(event.bot || {}), ...("online" in event ? { online: event.online } : {}) };
        break;
      case "faults":
        this.faults = event.faults || {};
        break;
      case "commands":
        this.commands = event.commands || [];
        break;
      case "user_update": {
        const user = event.user && typeof event.user === "object" ? event.user : event;
        if (user.id === this.id) this.conversing = null; // perhaps they came back to the server
        this.users = new Map(this.users).set(user.id, { ...this.users.get(user.id), ...user });
        this.rev++;
        break;
      }
    }
    this.change();
  }

  put(message, fresh, old) {
    const channel = message.channel_id;
    const list = this.messages.get(channel) || [];
    const at = list.findIndex((m) => m.id === message.id);
    this.messages.set(channel, at < 0 ? [...list, message].sort(order) : list.with(at, message));
    this.failed.delete(message.id);
    for (const key of [...this.picked.keys()]) if (key.startsWith(message.id + "/")) this.picked.delete(key);
    if (message.author && this.typing.get(channel) === message.author.id) this.typing.delete(channel);
    if (!old && (at >= 0 || fresh)) this.told(this, message, list[at]);
  }

  forget(id) {
    this.failed.delete(id);
    this.pressed.delete(id);
  }

  // outcome returns the outcome of an action: a reason, or null for success.
  outcome(name, reason) {
    clearTimeout(this.waits.get(name));
    this.waits.delete(name);
    for (const [id, press] of this.pressed) {
      if (press.nonce !== name) continue;
      this.pressed.delete(id);
      for (const key of [...this.picked.keys()]) if (reason && key.startsWith(id + "/")) this.picked.delete(key);
      if (reason) this.failed.set(id, reason);
    }
    const at = this.sent.findIndex((s) => s.nonce === name);
    if (at >= 0) {
      this.sent = reason ? this.sent.with(at, { ...this.sent[at], failed: reason }) : this.sent.toSpliced(at, 1);
    }
    if (this.modal && this.modal.sending === name) {
      this.modal = reason ? { ...this.modal, sending: null, failed: reason } : null;
    }
    this.change();
  }

  async act(path, name, body) {
    this.newest = this.newest || "0";
    this.waits.set(name, setTimeout(() => this.outcome(name, "timeout"), PATIENCE));
    this.change();
    try {
      const made = await post(path, { user: this.id, nonce: name, ...body });
      if (made && made.interaction && age(made.interaction, this.newest) > 0) this.newest = made.interaction;
    } catch (e) {
      this.outcome(name, e.message || "failed");
    }
  }

  // asked reports whether a message answers what the person did last, however long that took. It
  // may arrive before the page knows of the interaction.
  asked(m) {
    return this.newest !== "" && m.interaction_metadata != null && age(m.interaction_metadata.id, this.newest) >= 0;
  }

  // press presses a button, or chooses values of a menu, of a message. itself tells that
  // the page does it for somebody who plays by themselves.
  press(message, customID, place, values, itself = false) {
    if (this.pressed.has(message.id)) return;
    const name = nonce();
    this.failed.delete(message.id);
    this.pressed.set(message.id, { nonce: name, place });
    if (values) this.picked.set(message.id + "/" + place, values);
    this.modalChannel = message.channel_id;
    const body = { channel: message.channel_id, message: message.id, custom_id: customID, itself };
    if (values) body.values = values;
    this.act("/local/press", name, body);
  }

  // submit sends the fields of a modal; itself as in press.
  submit(fields, itself = false) {
    const modal = this.modal;
    if (!modal || modal.sending) return;
    const name = nonce();
    this.modal = { ...modal, sending: name, failed: null };
    this.act("/local/submit", name, { channel: modal.channel, interaction: modal.interaction, custom_id: modal.custom_id, fields, itself });
  }

  cancel() {
    this.modal = null;
    this.change();
  }

  // command sends a slash command. shown is its text.
  command(channel, name, sub, options, shown) {
    const id = nonce();
    this.modalChannel = channel;
    this.sent = [...this.sent, { nonce: id, channel, text: shown, command: true }];
    const body = { channel, name, options };
    if (sub) body.sub = sub;
    this.act("/local/command", id, body);
  }

  // conversation is the channel of direct messages with the bot, when it is open.
  conversation() { return this.channels.find((c) => c.type === 1); }

  // converse opens it. The event of the new channel tells when it is open. Somebody who
  // has left the server has none: they are asked for it once.
  converse() {
    if (!this.live || this.conversing || this.conversation()) return;
    this.conversing = post("/local/direct", { user: this.id }).catch(() => {});
  }

  // say sends a message. It has arrived when the server accepts it.
  async say(channel, content) {
    const id = nonce();
    this.sent = [...this.sent, { nonce: id, channel, text: content }];
    this.change();
    try {
      await post("/local/say", { user: this.id, channel, content });
      this.outcome(id, null);
    } catch (e) {
      this.outcome(id, e.message || "failed");
    }
  }

  // drop removes something that was not sent.
  drop(id) {
    this.sent = this.sent.filter((s) => s.nonce !== id);
    this.change();
  }

  // dismiss removes an ephemeral message from the screen of the person for ever.
  async dismiss(message) {
    const list = this.messages.get(message.channel_id) || [];
    this.messages.set(message.channel_id, list.filter((m) => m.id !== message.id));
    this.forget(message.id);
    this.change();
    try {
      await post("/local/dismiss", { user: this.id, channel: message.channel_id, message: message.id });
    } catch {
      // The next state says whether it is still there.
      if (this.live) this.load();
    }
  }

  // complete asks the bot for choices of an option.
  async complete(channel, name, sub, option, options) {
    const body = { user: this.id, channel, name, option, options };
    if (sub) body.sub = sub;
    const answer = await post("/local/complete", body);
    return (answer && answer.choices) || [];
  }
}

let audio = null;

// tone makes a short sound of its own for a sound of the bot, whose file is Discord's. Its height
// depends on the name. A browser lets a page sound once it was pressed.
function tone(name) {
  audio = audio || new AudioContext();
  audio.resume().catch(() => {});
  const pitch = 330 + 55 * ([...name].reduce((n, c) => n + c.charCodeAt(0), 0) % 9);
  [pitch, pitch * 1.5].forEach((height, i) => {
    const from = audio.currentTime + i * 0.18, source = audio.createOscillator(), loud = audio.createGain();
    source.frequency.value = height;
    loud.gain.setValueAtTime(0.15, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.4);
    source.connect(loud).connect(audio.destination);
    source.start(from);
    source.stop(from + 0.4);
  });
}
