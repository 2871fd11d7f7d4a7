"use strict";
// Verifies matches. Whatever a file says becomes text nodes, never HTML.
(async () => {
  const by = (id) => document.getElementById(id);
  const words = JSON.parse(by("words").value);
  let lang = (navigator.language || "").toLowerCase().startsWith("ru") ? "ru" : "en";
  let held = []; // [name, number in the file, report], to be written in the other language
  let state = ["loading"], most = 50;
  const say = (key, ...args) => args.reduce((s, a, i) => s.replaceAll(`{${i}}`, a), words[lang][key] ?? key);
  const node = (tag, text, kind) => {
    const e = document.createElement(tag);
    e.textContent = text;
    if (kind) e.className = kind;
    return e;
  };
  function list(lines) {
    const ul = document.createElement("ul");
    for (const [sign, text, code] of lines) {
      const li = node("li", sign + " " + text);
      if (code) li.append(document.createElement("br"), node("code", code));
      ul.append(li);
    }
    return ul;
  }
  const signs = { good: "✅", bad: "❌", open: "➖" };
  // A match of other rules is neither good nor wrong.
  const kindOf = (r) => (r.good ? "good" : r.checks.some((c) => c.state === "bad") ? "bad" : "part");
  const titleOf = (r) => (r.encoding === "utf-16" ? "unread" : kindOf(r)); // that it cannot be read says nothing about the match

  function show([name, number, r], opened) {
    const d = document.createElement("details"), kind = kindOf(r);
    d.className = kind;
    d.open = opened || kind !== "good";
    const title = r.game ? say("game." + r.game) : r.encoding === "utf-16" ? "UTF-16" : say("nothing");
    d.append(node("summary", { good: "✅", bad: "❌", part: "➖" }[kind] + " " + say(titleOf(r)) + " · " + title + " · " + name + (number ? " · " + number : "")));
    if (r.game) d.append(node("p", say(r.kept ? "is.kept" : "is.export", r.seats, r.inputs)));
    d.append(node("h3", say("checked")), list(r.checks.map((c) => [signs[c.state], say("check." + c.what, r.inputs) + (c.state === "good" ? "" : " — " + say("state." + c.state))])));
    if (r.encoding) d.append(node("p", say("encoding." + r.encoding)));
    if (r.fault) d.append(node("p", say("fault") + " " + r.fault, "fault"));
    if (r.seed) {
      d.append(node("h3", say("numbers")));
      const rows = [];
      if (r.commitment) rows.push(["🔒", say("commitment"), r.commitment], ["🗝", say("secret"), r.secret]);
      (r.presses || []).forEach((p, i) => rows.push(["👆", say(p.id === "0" ? "press.none" : "press", i + 1, p.at ? new Date(p.at).toLocaleString(lang) : ""), p.id]));
      rows.push(["🌱", say("seed"), r.seed]);
      d.append(list(rows));
    }
    if (r.limits?.length) d.append(node("h3", say("limits")), list(r.limits.map((l) => ["•", say("limit." + l)])));
    return d;
  }

  function write() {
    document.documentElement.lang = lang;
    document.title = say("title");
    for (const e of document.querySelectorAll("[data-say]")) e.textContent = say(e.dataset.say);
    by("language").textContent = say("language");
    by("language").lang = lang === "ru" ? "en" : "ru";
    by("rules").textContent = Object.entries(globalThis.rules || {}).map(([g, v]) => say("game." + g) + " " + v).join(", ");
    by("state").textContent = say(...state);
    // Thousands of matches are too many to show. Those that do not hold come first.
    const order = [...held].sort((a, b) => a[2].good - b[2].good);
    by("reports").replaceChildren(...order.slice(0, most).map((h) => show(h, held.length === 1)));
    if (held.length > most) by("reports").append(node("p", say("few", most, held.length), "few"));
  }
  by("language").onclick = () => {
    lang = lang === "ru" ? "en" : "ru";
    write();
  };
  write();

  const raw = atob(by("packed").value.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  by("packed").remove();
  const go = new Go();
  try {
    const wasm = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    go.run((await WebAssembly.instantiate(wasm, go.importObject)).instance);
  } catch (e) {
    state = ["old", e];
    return write();
  }
  state = ["ready"];
  write();

  // matches are the parts of a file that are matches: lines of an export, or all of it.
  function* matches(bytes) {
    let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0; // a byte order mark
    while (bytes[at] <= 32 && bytes[at] > 0) at++;
    if (bytes[at] !== 123) return yield [0, bytes]; // not "{", so it is a kept file
    for (let n = 0, from = 0; from < bytes.length; ) {
      let to = bytes.indexOf(10, from);
      if (to < 0) to = bytes.length;
      const line = bytes.subarray(from, to);
      from = to + 1;
      if (line.some((b) => b > 32)) yield [++n, line];
    }
  }

  let run = 0;
  // Whatever was checked until then is shown.
  by("cancel").onclick = () => {
    run++;
    by("cancel").hidden = true;
    state = ["cancelled", held.length];
    write();
  };
  async function check(files) {
    const mine = ++run;
    held = [];
    by("cancel").hidden = false;
    let painted = 0;
    for (const f of files) {
      let bytes;
      try {
        bytes = new Uint8Array(await f.arrayBuffer());
      } catch (e) {
        held.push([f.name, 0, { checks: [{ what: "whole", state: "bad" }], limits: [], fault: String(e) }]);
        continue;
      }
      for (const [n, match] of matches(bytes)) {
        if (performance.now() - painted > 200) {
          state = ["busy", held.length];
          by("state").textContent = say(...state);
          await new Promise((next) => setTimeout(next)); // the page stays alive
          painted = performance.now();
        }
        if (mine !== run) return;
        held.push([f.name, n, JSON.parse(globalThis.verify(match))]);
      }
    }
    if (mine !== run) return;
    by("cancel").hidden = true;
    const good = held.filter((h) => h[2].good).length;
    state = held.length === 0 ? ["empty"] : good === held.length ? ["all", good] : ["some", good, held.length];
    write();
  }
  by("file").onchange = (e) => check([...e.target.files]);
  // A file may be dropped anywhere: beside the field the browser would open it instead.
  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, (e) => {
      e.preventDefault();
      by("drop").classList.toggle("over", kind === "dragover");
      if (kind === "drop" && e.dataTransfer.files.length) check([...e.dataTransfer.files]);
    });
  }
})();
