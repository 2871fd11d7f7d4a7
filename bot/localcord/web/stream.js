// A window has one stream of events for all its people. A browser opens at most six
// connections to a server. With a stream for each column, a second window of five
// people would have no connection left for presses.

// In milliseconds: the first and the longest pause before a reconnect.
const FRESH = 250, SLOWEST = 2000;

// In milliseconds. The server sends something each twenty seconds. After a longer
// silence the connection is gone, even if the browser does not know it.
const SILENCE = 45000;

// In milliseconds: after so long a hidden tab gives its connection to those that are seen.
const HIDDEN = 15000;

export class Stream {
  constructor() {
    this.people = new Map(); // by id
    this.source = null;      // what runs
    this.next = null;        // what is being opened, to take its place
    this.pause = FRESH;
    this.due = false;
    this.busy = () => false; // a hidden tab that is busy keeps its connection
    this.away = false;       // it has given its connection away
    addEventListener("offline", () => this.lost());
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => this.seen());
  }

  // seen ends the connection of a tab that nobody sees, after a while, and opens it again.
  seen() {
    clearTimeout(this.leaving);
    if (document.hidden) {
      this.leaving = setTimeout(() => {
        if (this.busy()) return;
        this.away = true;
        this.lost();
      }, HIDDEN);
    } else if (this.away) {
      this.away = false;
      this.connect();
    }
  }

  // heard notes that the connection lives.
  heard() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SILENCE);
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

  // renew opens a stream for the current people, after all changes in this turn.
  renew() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.connect();
    });
  }

  // connect opens a stream. The old one ends when the new one runs, so nobody misses an
  // event. An event that comes through both changes nothing the second time.
  connect() {
    clearTimeout(this.retry);
    if (this.next) this.next.close();
    this.next = null;
    if (!this.people.size || this.away) {
      clearTimeout(this.silence);
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
      this.heard();
      for (const p of fresh) p.load();
    };
    source.onmessage = (e) => {
      if (source !== this.source && source !== this.next) return;
      this.heard();
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

  // lost reconnects after a pause.
  lost() {
    for (const s of [this.source, this.next]) if (s) s.close();
    this.source = this.next = null;
    for (const p of this.people.values()) p.lost();
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    if (this.away) return; // without a network a server on this machine is there all the same
    this.retry = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 1.6, SLOWEST);
  }
}
