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
    const typed = e.target.matches("select") || e.key === " " && e.target.matches("button");
    if (!keys[e.key] || typed || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    keys[e.key]();
  });
  stop();
  show(0);
  by("needs").hidden = true;
  by("stage").hidden = by("bar").hidden = false;
})();
