// People who play by themselves. The page presses for them what is enabled on their
// own panel, at random, as somebody at the table would press it. So the bot cannot
// tell them from others, everything that it shows them can be watched in their
// column, and forms and menus are used too. They are no good players: the bot's
// automatic players are.
import { Person } from "./person.js";
import { hidden } from "./message.js";

// In milliseconds: how often everybody is looked at, and how often at most.
const PACE = 1200, FASTEST = 50;

const WORDS = ["moon", "river", "night", "cloud", "луна", "река", "ночь", "облако"];

export class Autoplay {
  constructor(app) {
    this.app = app;
    this.people = new Map(); // user id -> a person without a column, or null
    this.done = new Set();   // what somebody has pressed once: "user match action"
  }

  // run begins to look at everybody, each pace milliseconds where it is a number above 0.
  run(pace) { setInterval(() => this.step(), pace > 0 ? Math.max(pace, FASTEST) : PACE); }

  has(id) { return this.people.has(id); }

  // toggle tells people to play by themselves, or to stop.
  toggle(ids, on) {
    for (const id of ids) {
      if (on && !this.people.has(id)) this.people.set(id, null);
      else if (!on && this.people.has(id)) {
        if (this.people.get(id)) this.people.get(id).close();
        this.people.delete(id);
      }
    }
    this.app.draw();
    for (const column of this.app.columns.values()) column.draw();
  }

  // person is who plays: that of the column, else one that only this page follows.
  person(id) {
    const column = this.app.columns.get(id), own = this.people.get(id);
    if (column) {
      if (own) {
        own.close();
        this.people.set(id, null);
      }
      return column.person;
    }
    if (own) return own;
    const made = new Person(id, this.app.stream, () => {});
    made.open();
    this.people.set(id, made);
    return made;
  }

  step() {
    for (const id of [...this.people.keys()]) {
      const person = this.person(id);
      if (person.live && !person.pressed.size && Math.random() < 0.6) this.play(person);
    }
  }

  // play does the next thing that somebody can do.
  play(person) {
    if (person.modal) {
      if (person.modal.failed) person.cancel();
      else if (!person.modal.sending) person.submit(fields(person.modal), true);
      return;
    }
    const direct = this.app.place === "dm";
    const place = direct ? (person.conversation() || {}).id : this.app.place;
    const all = (person.messages.get(place) || []).filter((m) => m.author && m.author.id === person.bot.id);
    if (direct) { // the board is the panel
      this.move(person, all.findLast((m) => controls(m).some((c) => c.custom_id.startsWith("m/"))));
      return;
    }
    const board = all.findLast((m) => !hidden(m) && controls(m).some((c) => own(c, "panel") || own(c, "join")));
    if (!board) return;
    const match = controls(board).find((c) => own(c, "panel") || own(c, "join")).custom_id.split("/")[1];
    const panel = all.findLast((m) => hidden(m) && controls(m).some((c) => c.custom_id.startsWith("m/" + match + "/")));
    if (panel) {
      this.move(person, panel);
      return;
    }
    for (const action of ["join", "ready", "start", "panel"]) {
      const one = controls(board).find((c) => own(c, action) && (action !== "start" || c.custom_id.split("/")[3].startsWith("0:")) /* no automatic player fills a seat */);
      const name = [person.id, match, action].join(" ");
      if (!one || this.done.has(name)) continue;
      if (action !== "start") this.done.add(name); // the table may not be ready for it yet
      person.press(board, one.custom_id, one.custom_id, undefined, true);
      return;
    }
  }

  // move presses something on a panel, if there is one.
  move(person, panel) {
    const list = panel ? controls(panel).filter((c) => c.custom_id.startsWith("m/")) : [];
    const plays = list.filter((c) => c.options || "da".includes(c.custom_id.split("/")[3]));
    const one = pick(plays.length ? plays : Math.random() < 0.1 ? list : []);
    if (one) person.press(panel, one.custom_id, one.custom_id, one.options && [pick(one.options).value], true);
  }
}

// controls lists the buttons and menus of a message that can be pressed.
function controls(m) {
  return (m.components || []).flatMap((row) => row.components || []).filter((c) => c.custom_id && !c.disabled);
}

// own reports whether a control is one of the bot's own with an action.
function own(c, action) {
  const part = c.custom_id.split("/");
  return part[0] === "b" && part[2] === action;
}

function pick(list) { return list[Math.floor(Math.random() * list.length)]; }

function fields(modal) {
  return (modal.components || []).flatMap((row) => row.components || (row.component ? [row.component] : []))
    .filter((c) => c.custom_id).map((c) => ({ custom_id: c.custom_id, value: pick(WORDS) }));
}
