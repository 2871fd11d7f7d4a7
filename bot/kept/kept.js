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
  const reel = unreel(part());

  // unreel reads pictures as data: see Reel in games/paint.
  function unreel(data) {
    let i = 0;
    const n = () => {
      for (let v = 0, k = 1; ; k *= 128) {
        const b = data[i++];
        v += (b & 127) * k;
        if (b < 128) return v;
      }
    };
    const z = () => {
      const v = n();
      return v & 1 ? -(v + 1) / 2 : v / 2;
    };
    const bytes = (k) => data.subarray(i, i += k);
    const list = (make) => Array.from({ length: n() }, make);
    const sized = () => {
      const w = n(), h = n();
      return { w, h, px: bytes(w * h) };
    };
    const palettes = list(() => ({ rgb: bytes(768), overs: [] }));
    const grounds = list(() => {
      const palette = palettes[n()], kind = n();
      return kind === 0 ? { palette, ink: n() } : { palette, dark: sized(), lit: kind === 2 ? sized() : null };
    });
    const masks = list(() => {
      const x = z(), y = z(), w = n(), h = n(), four = bytes(Math.ceil(w * h / 4)), cover = new Uint8Array(w * h);
      for (let k = 0; k < cover.length; k++) cover[k] = four[k >> 2] >> 2 * (k & 3) & 3;
      return { x, y, w, h, cover };
    });
    const cards = list(sized), tables = list(() => bytes(256));
    const layers = list(() => {
      const kind = n();
      if (kind === 5) return { kind, table: tables[n()] };
      const l = { kind, ink: n() };
      if (kind === 0) return Object.assign(l, { x: n(), y: n(), w: n(), h: n() });
      if (kind === 4) {
        l.y = z();
        l.letters = list(() => [masks[n()], z()]);
        return l;
      }
      Object.assign(l, { x: z(), y: z(), mask: masks[n()] });
      if (kind === 2) l.card = cards[n()];
      return l;
    });
    const before = new Map();
    return list(() => {
      const ground = grounds[n()], w = n(), h = n(), head = n(), tail = n(), between = n();
      const last = before.get(ground) || [], own = last.slice(0, head);
      for (let k = 0; k < between; k++) own.push(layers[n()]);
      own.push(...last.slice(last.length - tail));
      before.set(ground, own);
      return { ground, w, h, layers: own };
    });
  }

  // over is the colour that an ink gives in each strength over each other one.
  function over(palette, ink) {
    if (palette.overs[ink]) return palette.overs[ink];
    const rgb = palette.rgb, table = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256), new Uint8Array(256).fill(ink)];
    for (let g = 0; g < 256; g++) {
      table[0][g] = g;
      for (let a = 1; a < 3; a++) {
        const [r, v, b] = [0, 1, 2].map((k) => Math.floor((rgb[3 * ink + k] * a + rgb[3 * g + k] * (3 - a) + 1) / 3));
        let far = Infinity;
        for (let c = 0; c < 256; c++) {
          const dr = rgb[3 * c] - r, dv = rgb[3 * c + 1] - v, db = rgb[3 * c + 2] - b, d = 2 * dr * dr + 4 * dv * dv + 3 * db * db;
          if (d < far) {
            far = d;
            table[a][g] = c;
          }
        }
      }
    }
    return palette.overs[ink] = table;
  }

  // pixels draws a picture.
  function pixels(frame) {
    const { ground, w, h } = frame, px = new Uint8Array(w * h), palette = ground.palette;
    if (ground.dark) px.set(ground.dark.px.subarray(0, w * h)); else px.fill(ground.ink);
    const stamp = (m, x, y, ink, from, wide, start) => {
      const table = over(palette, ink);
      for (let v = 0; v < m.h; v++) {
        const down = y + m.y + v;
        if (down < 0 || down >= h) continue;
        const row = v * m.w;
        let left = 0, right = 0;
        if (from) { // the longest run that is covered whole is copied
          for (let u = 0, begun = 0; u <= m.w; u++) {
            if (u < m.w && m.cover[row + u] === 3) continue;
            if (u - begun > right - left) [left, right] = [begun, u];
            begun = u + 1;
          }
        }
        for (let u = 0; u < m.w; u++) {
          const across = x + m.x + u, p = down * w + across;
          if (across < 0 || across >= w) continue;
          px[p] = u >= left && u < right ? from[start + v * wide + u] : table[m.cover[row + u]][px[p]];
        }
      }
    };
    for (const l of frame.layers) {
      if (l.kind === 0) for (let y = l.y; y < l.y + l.h; y++) px.fill(l.ink, y * w + l.x, y * w + l.x + l.w);
      else if (l.kind === 1) stamp(l.mask, l.x, l.y, l.ink);
      else if (l.kind === 2) stamp(l.mask, l.x, l.y, l.ink, l.card.px, l.card.w, 0);
      else if (l.kind === 3) stamp(l.mask, l.x, l.y, l.ink, ground.lit.px, ground.lit.w, l.y * ground.lit.w + l.x);
      else if (l.kind === 4) for (const [m, x] of l.letters) stamp(m, x, l.y, l.ink);
      else for (let k = 0; k < px.length; k++) px[k] = l.table[px[k]];
    }
    return px;
  }

  function picture(n) {
    const frame = reel[film.frames[n]];
    if (!frame) return null;
    const { w, h, ground } = frame, c = document.createElement("canvas"), img = new ImageData(w, h);
    c.width = w;
    c.height = h;
    c.setAttribute("role", "img");
    c.setAttribute("aria-label", film.alts[film.alt[n]]);
    const out = new Uint32Array(img.data.buffer), rgb = ground.palette.rgb;
    const colours = Uint32Array.from({ length: 256 }, (_, k) => 0xff000000 | rgb[3 * k + 2] << 16 | rgb[3 * k + 1] << 8 | rgb[3 * k]);
    pixels(frame).forEach((v, k) => out[k] = colours[v]);
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

  // draw shows a page: its title and pictures in one place, its words in another.
  function draw(seen, said, n) {
    if (seen.dataset.shown === String(n)) return;
    seen.dataset.shown = n;
    seen.replaceChildren();
    said.replaceChildren();
    if (n < 0) return;
    const page = film.pages[n], title = document.createElement("h2");
    inline(film.lines[page.t], title);
    seen.append(title);
    for (const p of page.p) {
      const c = picture(p);
      if (c) {
        seen.append(c);
        continue;
      }
      const e = document.createElement("p"); // there was no room for pictures
      e.textContent = film.alts[film.alt[p]];
      seen.append(e);
    }
    for (const l of page.l) for (const text of film.lines[l].split("\n")) said.append(line(text));
  }

  const last = film.steps.length - 1;
  let now = 0, timer = 0;
  const where = by("where"), play = by("play"), chapter = by("chapter"), step = where.dataset.step;
  where.max = last;

  // starts are the first steps of the chapters, and the last step.
  const starts = [];
  film.steps.forEach(([, , , c], n) => {
    if (n > 0 && film.steps[n - 1][3] === c) return;
    starts.push(n);
    chapter.append(new Option(c === 0 ? chapter.dataset.begin : chapter.dataset.name.replace("{0}", c), n));
  });
  if (starts.at(-1) < last) {
    starts.push(last);
    chapter.append(new Option(chapter.dataset.end, last));
  }

  function show(n) {
    now = Math.max(0, Math.min(last, n));
    const [clock, board, own] = film.steps[now];
    const words = step.replace("{0}", now + 1).replace("{1}", last + 1);
    by("moment").textContent = words + " · " + clock;
    draw(by("board"), by("told"), board);
    draw(by("own"), by("mine"), own);
    where.value = now;
    where.setAttribute("aria-valuetext", words + ", " + clock);
    chapter.value = starts.findLast((s) => s <= now);
    by("before").disabled = by("back").disabled = now === 0;
    by("after").disabled = by("on").disabled = now === last;
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
  const before = () => go(starts.findLast((s) => s < now) ?? 0), after = () => go(starts.find((s) => s > now) ?? last);
  by("before").onclick = before;
  by("back").onclick = () => go(now - 1);
  by("on").onclick = () => go(now + 1);
  by("after").onclick = after;
  chapter.onchange = () => go(Number(chapter.value));
  where.oninput = () => go(Number(where.value));
  const keys = { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), PageUp: before, PageDown: after, Home: () => go(0), End: () => go(last), " ": toggle };
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
  by("still").remove();
  by("stage").hidden = by("bar").hidden = false;
})();
