// Discord's markdown as nodes. Unknown markdown stays as it is.
import { h } from "./dom.js";

// markdown describes a text. The argument about resolves ids: name(id) and
// channel(id) return a string or nothing, and open(id) goes to a channel. Its
// locale is the language of the reader. Its inline leaves out headings, lists and
// quotes.
export function markdown(text, about) {
  text = String(text || "");
  if (about.inline) return inline(text, about, 0);
  return blocks(text, about, 0);
}

// jumbo reports whether a text consists of a few emoji.
export function jumbo(text) {
  return /^(?:\p{RGI_Emoji}|\s){1,12}$/v.test(text || "") && text.trim() !== "";
}

const FENCE = /```(?:([\w+#.-]{1,20})\n)?\n?([\s\S]*?)\n?```/g;
const DEEPEST = 10;

function blocks(text, about, depth) {
  const out = [];
  let at = 0;
  for (const m of text.matchAll(FENCE)) {
    if (m[2] === "") continue;
    out.push(...lines(text.slice(at, m.index).replace(/\n$/, ""), about, depth));
    out.push(h("pre", { class: "fence", tabindex: 0 }, h("code", null, m[2])));
    at = m.index + m[0].length;
  }
  out.push(...lines(text.slice(at).replace(at ? /^\n/ : /^$/, ""), about, depth));
  return out;
}

function lines(text, about, depth) {
  if (text === "") return [];
  const out = [];
  const all = text.split("\n");
  let prose = [];
  const flush = () => {
    if (prose.length) out.push(h("div", { class: "prose" }, inline(prose.join("\n"), about, depth)));
    prose = [];
  };
  for (let i = 0; i < all.length; i++) {
    const line = all[i];
    let m;
    if (depth < DEEPEST && (m = /^>>> ([\s\S]*)/.exec(all.slice(i).join("\n")))) {
      flush();
      out.push(h("blockquote", null, blocks(m[1], about, depth + 1)));
      return out;
    }
    if (depth < DEEPEST && /^> /.test(line)) {
      flush();
      const quoted = [];
      while (i < all.length && /^> ?/.test(all[i])) quoted.push(all[i++].replace(/^> ?/, ""));
      i--;
      out.push(h("blockquote", null, blocks(quoted.join("\n"), about, DEEPEST)));
      continue;
    }
    if ((m = /^(#{1,3}) +(.+?)\s*$/.exec(line))) {
      flush();
      out.push(h("div", { class: "head" + m[1].length, role: "heading", "aria-level": 4 }, inline(m[2], about, depth)));
      continue;
    }
    if ((m = /^-# +(.+)$/.exec(line))) {
      flush();
      out.push(h("div", { class: "small" }, inline(m[1], about, depth)));
      continue;
    }
    if (/^\s*(?:[-*]|\d{1,9}\.) +\S/.test(line)) {
      flush();
      const items = [];
      while (i < all.length && (m = /^(\s*)([-*]|\d{1,9}\.) +(\S.*)$/.exec(all[i]))) {
        items.push({ deep: m[1].length >= 2, mark: m[2], text: m[3] });
        i++;
      }
      i--;
      out.push(...lists(items, about, depth));
      continue;
    }
    prose.push(line);
  }
  flush();
  return out;
}

function lists(items, about, depth) {
  const out = [];
  for (let i = 0; i < items.length;) {
    const ordered = /\d/.test(items[i].mark);
    const kids = [];
    const start = ordered ? parseInt(items[i].mark, 10) : undefined;
    while (i < items.length && /\d/.test(items[i].mark) === ordered) {
      kids.push(h("li", { class: items[i].deep ? "deep" : "" }, inline(items[i].text, about, depth)));
      i++;
    }
    out.push(ordered ? h("ol", { start }, kids) : h("ul", null, kids));
  }
  return out;
}

const ANY = String.raw`(?:\\[\s\S]|[^\\])`;
const RULES = [
  [/\\([!-\/:-@\[-`{-~])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", null, m[2].replace(/^ (.*) $/, "$1"))],
  [/<@!?(\d{1,20})>/y, (m, a) => h("span", { class: "mention", "data-mention": m[1] }, "@" + (a.name(m[1]) || m[1]))],
  [/<@&(\d{1,20})>/y, (m) => h("span", { class: "mention" }, "@" + m[1])],
  [/<#(\d{1,20})>/y, (m, a) => {
    const name = a.channel(m[1]);
    return name
      ? h("button", { type: "button", class: "mention", "data-channel-link": m[1], onclick: () => a.open(m[1]) }, "#" + name)
      : h("span", { class: "mention" }, "#" + m[1]);
  }],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, (m) => h("span", { class: "mention" }, "/" + m[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m, a) => stamp(Number(m[1]), m[2] || "f", a.locale) || m[0]],
  [/<a?:(\w{2,32}):\d{1,20}>/y, (m) => ":" + m[1] + ":"],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], [m[1]])],
  [/\[((?:\\.|[^\[\]\\\n]){1,300})\]\(<?(https?:\/\/[^\s()<>]+)>?(?: "[^"\n]*")?\)/y, (m, a, d) => link(m[2], inline(m[1], a, d))],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'!?)\]*_|~]/y, (m) => link(m[0], [m[0]])],
  [/@(?:everyone|here)\b/y, (m) => h("span", { class: "mention" }, m[0])],
  [new RegExp(String.raw`\*\*(${ANY}+?)\*\*(?!\*)`, "y"), (m, a, d) => h("strong", null, inline(m[1], a, d))],
  [new RegExp(String.raw`__(${ANY}+?)__(?!_)`, "y"), (m, a, d) => h("u", null, inline(m[1], a, d))],
  [new RegExp(String.raw`~~(${ANY}+?)~~`, "y"), (m, a, d) => h("s", null, inline(m[1], a, d))],
  [new RegExp(String.raw`\|\|(${ANY}+?)\|\|`, "y"), (m, a, d) => spoiler(inline(m[1], a, d), a)],
  [/\*(?!\s)((?:\\[\s\S]|\*\*|[^*\\])+?)(?<!\s)\*(?!\*)/y, (m, a, d) => h("em", null, inline(m[1], a, d))],
  [/_((?:\\[\s\S]|__|[^_\\])+?)_(?![\p{L}\p{N}_])/uy, (m, a, d) => h("em", null, inline(m[1], a, d))],
];
const START = /[\\`<\[h@*_~|]/g;

function inline(text, about, depth) {
  if (depth > DEEPEST) return [text];
  const out = [];
  let at = 0, from = 0;
  while (at < text.length) {
    START.lastIndex = at;
    const next = START.exec(text);
    if (!next) break;
    at = next.index;
    let hit = false;
    for (const [rule, node] of RULES) {
      rule.lastIndex = at;
      const m = rule.exec(text);
      if (!m) continue;
      if (at > from) out.push(text.slice(from, at));
      out.push(node(m, about, depth + 1));
      at = from = at + m[0].length;
      hit = true;
      break;
    }
    if (!hit) at++;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

function link(address, kids) {
  return h("a", { href: address, title: address, target: "_blank", rel: "noopener noreferrer nofollow" }, kids);
}

function spoiler(kids, about) {
  const show = (e) => {
    const el = e.currentTarget;
    el.classList.add("shown");
    el.removeAttribute("role");
    el.removeAttribute("tabindex");
    el.removeAttribute("aria-label");
  };
  return h("span", {
    class: "spoiler", role: "button", tabindex: 0, "aria-label": about.say ? about.say("spoiler") : "",
    onclick: show, onkeydown: (e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), show(e)),
  }, h("span", null, kids));
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { weekday: "long", year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

function stamp(unix, style, locale) {
  const date = new Date(unix * 1000);
  if (isNaN(date)) return null;
  return h("time", {
    class: "stamp", datetime: date.toISOString(), title: write(unix, "F", locale),
    "data-unix": unix, "data-style": style, "data-locale": locale,
  }, write(unix, style, locale));
}

const formats = new Map();
function format(kind, locale, options) {
  const key = kind.name + locale + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new kind(locale, options));
  return formats.get(key);
}

// write writes a moment, in seconds since 1970, in one of Discord's styles.
export function write(unix, style, locale) {
  if (style !== "R") return format(Intl.DateTimeFormat, locale, STYLES[style]).format(unix * 1000);
  const left = unix - Date.now() / 1000;
  const steps = [[60, "second", 1], [3600, "minute", 60], [86400, "hour", 3600], [2592000, "day", 86400], [31536000, "month", 2592000], [Infinity, "year", 31536000]];
  for (const [below, unit, size] of steps) {
    if (Math.abs(left) < below) return format(Intl.RelativeTimeFormat, locale, { numeric: "always" }).format(Math.round(left / size), unit);
  }
  return "";
}

// tick updates the relative moments under el to the current second.
export function tick(el) {
  for (const time of el.querySelectorAll('time[data-style="R"]')) {
    const text = write(Number(time.dataset.unix), "R", time.dataset.locale);
    if (time.textContent !== text) time.firstChild.nodeValue = text;
  }
}
