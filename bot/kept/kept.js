"use strict";
// Shows a kept match. Whatever people wrote becomes text nodes, never HTML.
(async () => {
  const by = (id) => document.getElementById(id);
  const raw = atob(by("match").value.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  const all = new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  const view = new DataView(all.buffer);
  let at = 0;
  const part = () => {
    const n = view.getUint32(at, true);
    at += 4 + n;
    return all.subarray(at - n, at);
  };
  const film = JSON.parse(new TextDecoder().decode(part()));
  const changes = part(), tiles = part(), side = film.side;

  // frames are the numbers of the tiles of each picture.
  const frames = [];
  for (let i = 0, next = 0; frames.length < film.frames.length; ) {
    const [w, h, on] = film.frames[frames.length];
    const across = Math.ceil(w / side), ids = on < 0 ? new Int32Array(across * Math.ceil(h / side)) : frames[on].slice();
    let n = changes[i] | changes[i + 1] << 8;
    i += 2;
    for (let place = -1; n > 0; n--, i += 5) {
      place += changes[i] | changes[i + 1] << 8;
      const back = changes[i + 2] | changes[i + 3] << 8 | changes[i + 4] << 16;
      ids[place] = next - back;
      if (back === 0) next++;
    }
    frames.push(ids);
  }

  function picture(n) {
    if (n >= frames.length) return null;
    const [w, h, , wide] = film.frames[n];
    const c = document.createElement("canvas");
    c.width = w;
    c.height = h;
    c.setAttribute("role", "img");
    c.setAttribute("aria-label", film.alts[film.alt[n]]);
    c.style.width = wide / 10 + "%";
    const across = Math.ceil(w / side), img = new ImageData(w, h);
    const px = new Uint32Array(img.data.buffer);
    const inks = film.palette.map((v) => 0xff000000 | (v & 255) << 16 | v & 0xff00 | v >> 16);
    frames[n].forEach((id, place) => {
      const left = place % across * side, top = Math.floor(place / across) * side;
      for (let k = 0; k < side * side; k++) {
        const x = left + k % side, y = top + Math.floor(k / side);
        if (x < w && y < h) px[y * w + x] = inks[tiles[id * side * side + k]];
      }
    });
    c.getContext("2d").putImageData(img, 0, 0);
    return c;
  }

  // inline makes nodes of a line. A backslash takes the meaning from the next sign.
  function inline(text, into) {
    const tags = { "**": "strong", "__": "u", "~~": "s", "*": "em", "_": "em", "`": "code" };
    const open = [[into, ""]];
    let words = "";
    const flush = () => {
      if (words) open.at(-1)[0].append(words);
      words = "";
    };
    for (let i = 0; i < text.length; i++) {
      const two = text.slice(i, i + 2), sign = tags[two] ? two : tags[text[i]] ? text[i] : "";
      if (text[i] === "\\" && i + 1 < text.length) {
        words += text[++i];
      } else if (!sign) {
        words += text[i];
      } else {
        flush();
        i += sign.length - 1;
        if (open.at(-1)[1] === sign) {
          open.pop();
        } else {
          const e = document.createElement(tags[sign]);
          open.at(-1)[0].append(e);
          open.push([e, sign]);
        }
      }
    }
    flush();
  }

  function line(text) {
    const kinds = [["> ", "blockquote"], ["-# ", "small"], ["### ", "h3"], ["## ", "h3"], ["# ", "h3"]];
    const [start, tag] = kinds.find(([s]) => text.startsWith(s)) || ["", "p"];
    const e = document.createElement(tag);
    if (!text) e.className = "gap";
    inline(text.slice(start.length), e);
    if (tag !== "small") return e;
    const p = document.createElement("p");
    p.append(e);
    return p;
  }

  function draw(section, n) {
    if (section.dataset.shown === String(n)) return;
    section.dataset.shown = n;
    section.replaceChildren();
    if (n < 0) return;
    const page = film.pages[n], title = document.createElement("h2");
    inline(film.lines[page.t], title);
    section.append(title);
    for (const l of page.l) for (const text of film.lines[l].split("\n")) section.append(line(text));
    for (const p of page.p) {
      const c = picture(p);
      if (c) {
        section.append(c);
        continue;
      }
      const e = document.createElement("p"); // there was no room for pictures
      e.textContent = film.alts[film.alt[p]];
      section.append(e);
    }
  }

  const last = film.steps.length - 1;
  let now = 0, timer = 0;
  const where = by("where"), play = by("play"), step = where.getAttribute("aria-label");
  where.max = last;
  function show(n) {
    now = Math.max(0, Math.min(last, n));
    const [clock, board, own] = film.steps[now];
    const words = step.replace("{0}", now + 1).replace("{1}", last + 1);
    by("moment").textContent = words + " · " + clock;
    draw(by("board"), board);
    draw(by("own"), own);
    where.value = now;
    where.setAttribute("aria-valuetext", words + ", " + clock);
    by("first").disabled = by("back").disabled = now === 0;
    by("last").disabled = by("on").disabled = now === last;
    if (now === last) stop();
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = play.dataset.play;
    by("stage").setAttribute("aria-live", "polite");
  }
  function next() {
    timer = setTimeout(() => {
      next();
      show(now + 1);
    }, Number(by("speed").value));
  }
  function toggle() {
    if (timer) return stop();
    if (now === last) show(0);
    play.textContent = play.dataset.pause;
    by("stage").setAttribute("aria-live", "off"); // nobody reads as fast as it plays
    next();
  }
  const go = (n) => {
    stop();
    show(n);
  };
  play.onclick = toggle;
  by("first").onclick = () => go(0);
  by("back").onclick = () => go(now - 1);
  by("on").onclick = () => go(now + 1);
  by("last").onclick = () => go(last);
  where.oninput = () => go(Number(where.value));
  const keys = { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), PageUp: () => go(now - 10), PageDown: () => go(now + 10), Home: () => go(0), End: () => go(last), " ": toggle };
  document.addEventListener("keydown", (e) => {
    const typed = e.target.matches("select") || e.key === " " && e.target.matches("button, summary");
    if (!keys[e.key] || typed || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    keys[e.key]();
  });
  // sha256 is FIPS 180-4. A page from a disk has no SubtleCrypto in every browser.
  function sha256(text) {
    const primes = [], frac = (x) => Math.floor((x - Math.floor(x)) * 4294967296) | 0;
    for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
    const k = primes.map((p) => frac(Math.cbrt(p))), h = primes.slice(0, 8).map((p) => frac(Math.sqrt(p)));
    const bytes = new TextEncoder().encode(text), m = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
    bytes.forEach((b, i) => m.setUint8(i, b));
    m.setUint8(bytes.length, 128);
    m.setUint32(m.byteLength - 4, bytes.length * 8);
    const turn = (x, n) => x >>> n | x << 32 - n;
    for (let at = 0; at < m.byteLength; at += 64) {
      const w = [];
      for (let i = 0; i < 64; i++) {
        w[i] = i < 16 ? m.getInt32(at + 4 * i) : (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >>> 10) + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >>> 3) + w[i - 16] | 0;
      }
      let [a, b, c, d, e, f, g, z] = h;
      for (let i = 0; i < 64; i++) {
        const x = z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + k[i] + w[i] | 0;
        const y = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
        [z, g, f, e, d, c, b, a] = [g, f, e, d + x | 0, c, b, a, x + y | 0];
      }
      [a, b, c, d, e, f, g, z].forEach((v, i) => h[i] = h[i] + v | 0);
    }
    return h.map((v) => (v >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // prove computes both hashes of the deal, as docs/deal.md says.
  function prove() {
    if (!by("proved")) return;
    const raw = atob(by("deal").value.replaceAll("-", "+").replaceAll("_", "/"));
    const deal = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (c) => c.charCodeAt(0))));
    const good = sha256(deal.secret) === deal.commitment && sha256([deal.secret, ...deal.presses.map((p) => p.id), ""].join("\n")) === deal.seed;
    by("proved").textContent = good ? "✅ " + by("proved").dataset.good : "❌ " + by("proved").dataset.bad;
    const say = by("numbers").dataset, row = (words, digits) => {
      const dt = document.createElement("dt"), dd = document.createElement("dd");
      dt.textContent = words;
      dd.textContent = digits;
      by("numbers").append(dt, dd);
    };
    row(say.hash, deal.commitment);
    row(say.secret, deal.secret);
    deal.presses.forEach((p, i) => row(say[p.at ? "press" : "auto"].replace("{0}", i + 1).replace("{1}", p.at ? new Date(p.at).toLocaleString(document.documentElement.lang) : ""), p.id));
    row(say.seed, deal.seed);
  }

  prove();
  stop();
  show(0);
  by("needs").hidden = true;
  by("stage").hidden = by("bar").hidden = false;
})();
