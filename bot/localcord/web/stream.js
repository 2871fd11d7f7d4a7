// The one stream of events of a window, for all people in it. A browser opens six
// connections to a server and no more, so a stream for each column would leave a
// second window of five people none for what they press.

// FRESH and SLOWEST are the first and the longest pause before a reconnect, in
// milliseconds.
const FRESH = 250, SLOWEST = 2000;

export class Stream {
  constructor() {
    this.people = new Map(); // by id
    this.source = null;      // what runs
    this.next = null;        // what is being opened, to take its place
    this.pause = FRESH;
    this.due = false;
  }

  add(person) {
    this.people.set(person.id, person);
    this.renew();
  }

  remove(person) {
    if (this.people.get(person.id) !== person) return;
    this.people.delete(person.id);
    this.renew();
  }

  // renew opens a stream for whoever is there now, once all have come and gone.
  renew() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.connect();
    });
  }

  // connect opens a stream. The one before it ends when this one runs, so those
  // who stay miss nothing; what comes by both is the same twice.
  connect() {
    clearTimeout(this.retry);
    if (this.next) this.next.close();
    this.next = null;
    if (!this.people.size) {
      if (this.source) this.source.close();
      this.source = null;
      return;
    }
    const who = [...this.people.keys()].map((id) => "user=" + encodeURIComponent(id));
    const source = new EventSource("/local/events?" + who.join("&"));
    this.next = source;
    const fresh = [...this.people.values()].filter((p) => !p.live);
    for (const p of fresh) p.begin();
    source.onopen = () => {
      if (source !== this.next) return;
      if (this.source) this.source.close();
      this.source = source;
      this.next = null;
      this.pause = FRESH;
      for (const p of fresh) p.load();
    };
    source.onmessage = (e) => {
      if (source !== this.source && source !== this.next) return;
      let event;
      try { event = JSON.parse(e.data); } catch { return; }
      for (const id of event.for || []) {
        const p = this.people.get(id);
        if (p) p.hear(event);
      }
    };
    source.onerror = () => {
      if (source === this.source || source === this.next) this.lost();
    };
  }

  // lost begins anew after a pause.
  lost() {
    for (const s of [this.source, this.next]) if (s) s.close();
    this.source = this.next = null;
    for (const p of this.people.values()) p.lost();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 1.6, SLOWEST);
  }
}
