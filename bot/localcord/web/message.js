// The look of a message: its author, text, embeds, pictures and components.
import { h } from "./dom.js";
import { face, moon, icon, hex } from "./art.js";
import { markdown, jumbo, write } from "./markdown.js";

const EPHEMERAL = 64, LOADING = 128;
const ROW = 1, BUTTON = 2, SELECT = 3, TEXT = 10, SECTION = 9, THUMBNAIL = 11, GALLERY = 12, FILE = 13, SEPARATOR = 14, CONTAINER = 17;
const STYLES = { 1: "primary", 2: "plain", 3: "good", 4: "danger", 5: "link" };

// hidden reports whether only one person can see a message.
export function hidden(m) {
  return Boolean(m.ephemeral_for) || (m.flags & EPHEMERAL) !== 0;
}

// local returns the address of a picture if this server has it, and nothing otherwise.
// The page loads from no other server.
export function local(address) {
  if (typeof address !== "string") return "";
  let url;
  try { url = new URL(address, location.href); } catch { return ""; }
  return /^https?:$/.test(url.protocol) && url.pathname.startsWith("/attachments/") ? url.pathname + url.search : "";
}

// about returns what markdown needs to know about a person.
export function about(view) {
  const { person } = view;
  return {
    locale: view.locale,
    say: view.say,
    name: (id) => person.name(id),
    channel: (id) => { const c = person.channels.find((c) => c.id === id); return c && c.name; },
    open: (id) => view.go(id),
  };
}

// message describes one message in the column of a person. The view is the column,
// with its person, words, locale and actions. With lead it names the author,
// because the message above has another author or is old.
export function message(view, m, lead) {
  const { person, say } = view;
  const author = m.author || {};
  const user = person.users.get(author.id);
  const name = (user && user.name) || author.global_name || author.username || "?";
  const bot = Boolean(author.bot) || author.id === person.bot.id;
  const time = new Date(m.timestamp || Date.now());
  const secret = hidden(m);
  const pings = (m.mentions || []).some((u) => u.id === person.id);
  const failed = person.failed.get(m.id);
  const edit = m.edited_timestamp && !(m.flags & LOADING) && edited(view, m);
  const head = lead && h("div", { class: "by", key: "by" },
    h("span", { class: "author", style: { "--name": bot ? "#f6cf82" : hex(user && user.color, author.id) } }, name),
    bot && h("span", { class: "tag" }, say("bot")),
    h("time", { class: "at", datetime: time.toISOString(), title: write(time / 1000, "F", view.locale) }, when(view, time)),
    !m.content && edit);
  return h("li", {
    key: m.id,
    class: ["message", lead && "lead", secret && "hidden", pings && "pings", bot && "bot"].filter(Boolean).join(" "),
    tabindex: -1, "data-message": m.id, "data-author": author.id, "data-ephemeral": secret ? "true" : undefined,
  },
    lead && cause(view, m),
    h("div", { class: "portrait", key: "side", "aria-hidden": "true" },
      lead ? (bot ? moon(40) : face(user || { id: author.id, name }, 40)) : h("span", { class: "hour" }, write(time / 1000, "t", view.locale))),
    h("div", { class: "body", key: "body" },
      head,
      (m.flags & LOADING) !== 0 && !m.content
        ? h("div", { class: "thinking" }, dots(), say("thinking", name))
        : m.content && h("div", { class: "content" + (jumbo(m.content) ? " jumbo" : ""), key: "content" },
          markdown(m.content, about(view)), edit),
      (m.embeds || []).map((e, i) => embed(view, m, e, i)),
      attachments(view, m),
      components(view, m),
      !m.content && !lead && edit && h("div", { class: "after", key: "edited" }, edit),
      m.thread && h("button", { class: "thread-link", type: "button", onclick: () => view.go(m.thread.id) }, icon("thread", 16), m.thread.name, " ›"),
      failed && h("div", { class: "failed", role: "alert", key: "failed", "data-failed": failed }, say(failed === "timeout" ? "noAnswer" : "failed")),
      secret && h("div", { class: "only", key: "only" },
        icon("eye", 15), h("span", null, say("onlyYou")), h("span", { "aria-hidden": "true" }, "•"),
        h("button", { type: "button", class: "dismiss", "data-dismiss": m.id, onclick: () => person.dismiss(m) }, say("dismiss")))));
}

function edited(view, m) {
  const at = new Date(m.edited_timestamp);
  return h("span", { class: "edited", title: isNaN(at) ? "" : write(at / 1000, "F", view.locale) }, " " + view.say("edited"));
}

// dots are shown during a wait.
export function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

// when writes a time of day, with the date if it is not today.
function when(view, time) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / 86400000);
  const clock = write(time / 1000, "t", view.locale);
  if (days === 0) return view.say("todayAt", clock);
  if (days === 1) return view.say("yesterdayAt", clock);
  return write(time / 1000, "s", view.locale);
}

// cause draws the line above a message that names what it answers.
function cause(view, m) {
  const { person, say } = view;
  const meta = m.interaction_metadata || m.interaction;
  const named = (m.interaction && m.interaction.name) || (meta && meta.name);
  if (meta && meta.user && meta.type === 2 && !meta.original_response_message_id) {
    const user = person.users.get(meta.user.id) || { id: meta.user.id, name: meta.user.global_name || meta.user.username };
    return h("div", { class: "cause", key: "cause" }, h("span", { class: "hook", "aria-hidden": "true" }), face(user, 16),
      h("span", null, say("used", user.name, named ? "/" + named : say("aCommand"))));
  }
  const ref = m.referenced_message || (m.message_reference && (person.messages.get(m.channel_id) || []).find((x) => x.id === m.message_reference.message_id));
  if (!m.message_reference && !ref) return null;
  if (!ref) return h("div", { class: "cause", key: "cause" }, h("span", { class: "hook", "aria-hidden": "true" }), say("gone"));
  const who = person.name(ref.author.id) || ref.author.global_name || ref.author.username;
  return h("div", { class: "cause", key: "cause" }, h("span", { class: "hook", "aria-hidden": "true" }),
    h("span", { class: "author" }, say("replied", who)), h("span", { class: "snip" }, markdown(String(ref.content || "").split("\n")[0].slice(0, 120), { ...about(view), inline: true })));
}

function embed(view, m, e, i) {
  const ctx = about(view);
  const text = (t) => markdown(t, ctx);
  const line = (t) => markdown(t, { ...ctx, inline: true });
  const colour = typeof e.color === "number" && e.color > 0 ? hex(e.color) : "#4b4266";
  const thumb = e.thumbnail && picture(view, m, e.thumbnail, "thumb");
  const icons = (part) => part && part.icon_url && local(resolve(m, part.icon_url)) &&
    h("img", { class: "tiny", src: local(resolve(m, part.icon_url)), alt: "", width: 20, height: 20 });
  const stamp = e.timestamp && new Date(e.timestamp);
  return h("article", { class: "embed", key: "embed" + i, style: { "--bar": colour } },
    h("div", { class: "embed-text" },
      e.author && e.author.name && h("div", { class: "embed-author" }, icons(e.author), e.author.name),
      e.title && h("div", { class: "embed-title", role: "heading", "aria-level": 3 }, line(e.title)),
      e.description && h("div", { class: "embed-description" }, text(e.description)),
      e.fields && e.fields.length > 0 && h("dl", { class: "fields" }, e.fields.map((f) =>
        h("div", { class: f.inline ? "field inline" : "field" }, h("dt", null, line(f.name)), h("dd", null, text(f.value)))))),
    thumb,
    e.image && picture(view, m, e.image, "picture"),
    (e.footer && e.footer.text || stamp) && h("div", { class: "embed-footer" }, icons(e.footer), e.footer && e.footer.text,
      e.footer && e.footer.text && stamp && " • ", stamp && !isNaN(stamp) && write(stamp / 1000, "s", view.locale)));
}

// resolve turns attachment://name into the address of that attachment.
function resolve(m, address) {
  const name = /^attachment:\/\/(.+)$/.exec(address || "");
  if (!name) return address;
  const file = (m.attachments || []).find((a) => a.filename === name[1]);
  return file ? file.url : "";
}

function picture(view, m, image, kind) {
  const address = local(resolve(m, image.url));
  const file = (m.attachments || []).find((a) => local(a.url) === address) || {};
  if (!address) return h("div", { class: "lost" }, view.say("image"));
  const alt = image.description || file.description || view.say("image");
  const width = image.width || file.width, height = image.height || file.height;
  return h("div", { class: kind, key: kind },
    h("img", { src: address, alt, width, height, decoding: "async", style: width && height ? { "--ratio": width + " / " + height, "--width": width + "px" } : {} }),
    h("button", { type: "button", class: "enlarge", title: view.say("enlarge"), "aria-label": view.say("enlarge"), onclick: () => view.enlarge(address, alt) }));
}

function attachments(view, m) {
  const shown = new Set((m.embeds || []).flatMap((e) => [e.image, e.thumbnail]).filter(Boolean).map((i) => local(resolve(m, i.url))));
  return (m.attachments || []).filter((a) => !shown.has(local(a.url))).map((a) => {
    if (/^image\//.test(a.content_type || "") || /\.(png|jpe?g|gif|webp)$/i.test(a.filename || "")) {
      return h("div", { class: "attachment", key: "file" + a.id }, picture(view, m, { ...a, description: a.description }, "picture"));
    }
    return h("a", { class: "file", key: "file" + a.id, href: local(a.url) || undefined, download: a.filename }, view.say("file", a.title || a.filename));
  });
}

function components(view, m) {
  const seen = new Map();
  let menus = 0;
  const one = (c) => {
    switch (c.type) {
      case ROW:
        return h("div", { class: "row" }, (c.components || []).map(one));
      case BUTTON:
        return button(view, m, c, seen);
      case SELECT: case 5: case 6: case 7: case 8:
        return menu(view, m, c, menus++);
      case TEXT:
        return h("div", { class: "content" }, markdown(c.content, about(view)));
      case SECTION:
        return h("div", { class: "section" }, h("div", null, (c.components || []).map(one)), c.accessory && one(c.accessory));
      case THUMBNAIL:
        return picture(view, m, { ...c.media, description: c.description }, "thumb");
      case GALLERY:
        return h("div", { class: "gallery" }, (c.items || []).map((i) => picture(view, m, { ...i.media, description: i.description }, "picture")));
      case FILE:
        return h("a", { class: "file", href: local(c.file && c.file.url) || undefined }, view.say("file", c.name || ""));
      case SEPARATOR:
        return h("hr", { class: c.divider === false ? "space" : "" });
      case CONTAINER:
        return h("article", { class: "embed container", style: { "--bar": c.accent_color ? hex(c.accent_color) : "#4b4266" } }, h("div", { class: "embed-text" }, (c.components || []).map(one)));
    }
    return null;
  };
  const all = (m.components || []).map(one);
  return all.length > 0 && h("div", { class: "components", key: "components" }, all);
}

// lines returns what a message says, line by line, as a reader of the screen says it:
// each line, and the line without the times that change by themselves.
export function lines(view, m) {
  const all = [m.content];
  for (const e of m.embeds || []) {
    all.push(e.title, e.description);
    for (const f of e.fields || []) all.push(f.name, f.value);
  }
  return all.filter(Boolean).flatMap((text) => text.split("\n")).map((line) => line.replace(/^(-#|#{1,3}) +/, "")) // small print and headings
    .map((line) => ({ line: spoken(view, line), bare: spoken(view, line.replace(/<t:-?\d+(:\w)?>/g, "")) })).filter((l) => l.line);
}

const spoken = (view, line) => markdown(line, { ...about(view), inline: true }).map(plain).join("").trim();

// asks returns the lines of a message that begin in bold: what its reader is to do.
export function asks(view, m) {
  return (m.embeds || []).flatMap((e) => (e.description || "").split("\n")).filter((line) => /^[^\p{L}\p{N}<-]*\*\*/u.test(line))
    .map((line) => spoken(view, line)).filter(Boolean);
}

// plain returns the text of a described node.
function plain(v) {
  return typeof v === "string" ? v : v.text !== undefined ? v.text : v.kids.map(plain).join("");
}

// emoji draws the emoji of a button or of a choice in a menu.
export function emoji(e) {
  return e && e.name ? h("span", { class: "emoji" }, e.id ? ":" + e.name + ":" : e.name) : null;
}

// A button with the same label is the same button after an edit. So a press that
// starts on one button never ends on another button in its place.
function button(view, m, c, seen) {
  const label = c.label || "";
  const base = (c.emoji ? c.emoji.name : "") + "|" + label + "|" + c.style;
  const nth = seen.get(base) || 0;
  seen.set(base, nth + 1);
  const place = base + "|" + nth;
  const press = view.person.pressed.get(m.id);
  const waits = press && press.place === place;
  const inside = [emoji(c.emoji), label && h("span", { class: "label" }, label)];
  if (c.style === 5) {
    return h("a", { class: "button link", key: place, href: /^https?:\/\//i.test(c.url || "") ? c.url : undefined, target: "_blank", rel: "noopener noreferrer", "data-label": label }, inside, icon("out", 15));
  }
  return h("button", {
    type: "button", key: place, class: "button " + (STYLES[c.style] || "plain") + (waits ? " waits" : ""),
    disabled: Boolean(c.disabled) || undefined, "aria-disabled": press && !c.disabled ? "true" : undefined, "aria-busy": waits ? "true" : undefined,
    "aria-label": label ? undefined : (c.emoji && c.emoji.name),
    "data-custom-id": c.custom_id, "data-label": label,
    onclick: () => view.person.press(m, c.custom_id, place),
  }, inside, waits && dots());
}

// choices returns the choices of a menu of any kind.
export function choices(person, c) {
  if (c.options) return c.options;
  const people = [...person.users.values()].map((u) => ({ label: u.name, value: u.id }));
  const channels = person.channels.filter((x) => x.type !== 1 && (!c.channel_types || c.channel_types.includes(x.type))).map((x) => ({ label: "#" + x.name, value: x.id }));
  const roles = person.roles.map((r) => ({ label: r.name.startsWith("@") ? r.name : "@" + r.name, value: r.id }));
  const chosen = new Set((c.default_values || []).map((v) => v.id));
  return (c.type === 8 ? channels : c.type === 6 ? roles : people).map((o) => ({ ...o, default: chosen.has(o.value) }));
}

function menu(view, m, c, nth) {
  const { person, say } = view;
  const place = "menu" + nth;
  const press = person.pressed.get(m.id);
  const waits = press && press.place === place;
  const all = choices(person, c);
  const picked = person.picked.get(m.id + "/" + place);
  const chosen = all.filter((o) => picked ? picked.includes(o.value) : o.default);
  const open = view.menu && view.menu.message === m.id && view.menu.place === place;
  const text = c.placeholder || say("choose");
  return h("button", {
    type: "button", key: place, class: "select" + (waits ? " waits" : ""), disabled: Boolean(c.disabled) || undefined,
    "aria-haspopup": "listbox", "aria-expanded": open ? "true" : "false", "aria-busy": waits ? "true" : undefined,
    "aria-disabled": press && !c.disabled ? "true" : undefined,
    "aria-label": chosen.length ? text + ": " + chosen.map((o) => o.label).join(", ") : text,
    "data-custom-id": c.custom_id, "data-place": place, "data-label": text, "data-values": chosen.map((o) => o.value).join(","),
    onclick: (e) => press || (view.stroke && e.detail === 0) || view.openMenu(open ? null : { message: m.id, place }),
  },
    chosen.length
      ? h("span", { class: "chosen" }, chosen.map((o) => h("span", { class: chosen.length > 1 ? "chip" : "" }, emoji(o.emoji), o.label)))
      : h("span", { class: "placeholder" }, text),
    waits ? dots() : icon("down", 18));
}

// isMenu reports whether a component is a menu of any kind.
export function isMenu(c) { return c.type === SELECT || c.type >= 5 && c.type <= 8; }

// menus returns the menus of a message by their place.
export function menus(m) {
  const all = new Map();
  const walk = (c) => {
    if (isMenu(c)) all.set("menu" + all.size, c);
    for (const x of c.components || []) walk(x);
  };
  for (const c of m.components || []) walk(c);
  return all;
}
