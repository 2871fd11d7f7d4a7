// The drawings: faces of people and of the bot, and icons. All are nodes.
import { h } from "./dom.js";

const s = (tag, props, ...kids) => h("svg:" + tag, props, ...kids);

// hex reads a colour from the server: a number or #rrggbb. For anything else it
// chooses a colour by the id.
export function hex(colour, id) {
  if (typeof colour === "number" && colour > 0) return "#" + colour.toString(16).padStart(6, "0");
  if (typeof colour === "string" && /^#[0-9a-f]{6}$/i.test(colour)) return colour;
  const hues = ["#e07a9b", "#6aa9e9", "#7cc48d", "#d99a5b", "#b58cf0", "#58b9b2", "#d9746a", "#a6b65a", "#8b97ee", "#d584cf"];
  let n = 0;
  for (const c of String(id)) n = (n * 31 + c.charCodeAt(0)) >>> 0;
  return hues[n % hues.length];
}

// face draws the avatar of a person: the first letter on a coloured disc, with a
// small moon behind it. Each person has a different phase of the moon.
export function face(user, size) {
  const colour = hex(user.color, user.id);
  const letter = [...(user.name || "?")][0].toUpperCase();
  let n = 0;
  for (const c of String(user.id)) n = (n * 7 + c.charCodeAt(0)) >>> 0;
  const x = 9 + (n % 23), y = 8 + (n % 5);
  return s("svg", { class: "face", viewBox: "0 0 40 40", width: size, height: size, "aria-hidden": "true" },
    s("circle", { cx: 20, cy: 20, r: 20, fill: colour }),
    s("circle", { cx: x, cy: y, r: 10, fill: "#ffffff", "fill-opacity": ".22" }),
    s("path", { d: "M0 29q10-6 20-1t20-2v14H0z", fill: "#000000", "fill-opacity": ".13" }),
    s("circle", { cx: 20, cy: 20, r: 20, fill: "none", stroke: "#000000", "stroke-opacity": ".18", "stroke-width": 2 }),
    s("text", { x: 20, y: 26.4, "text-anchor": "middle", "font-size": 18, "font-weight": 700, fill: "#17121f" }, letter));
}

// moon draws the face of the Oneiros bot: a sleeping moon.
export function moon(size) {
  return s("svg", { class: "face", viewBox: "0 0 40 40", width: size, height: size, "aria-hidden": "true" },
    s("circle", { cx: 20, cy: 20, r: 20, fill: "#2b2148" }),
    s("path", { d: "M0 27q7-5 14-1t13-1 13 0v15H0z", fill: "#3a2d63" }),
    s("path", { d: "M25 6.5A13.4 13.4 0 1 0 33.4 25 10.9 10.9 0 0 1 25 6.5Z", fill: "#f6cf82" }),
    s("path", { d: "M11.4 21.2q3 3 6.6 1", fill: "none", stroke: "#4a3218", "stroke-width": 1.7, "stroke-linecap": "round" }),
    s("path", { d: "M16.2 28.2q1.8.9 3.5.2", fill: "none", stroke: "#4a3218", "stroke-width": 1.5, "stroke-linecap": "round" }),
    s("path", { d: "M29.6 9.2l.9 2.2 2.2.9-2.2.9-.9 2.2-.9-2.2-2.2-.9 2.2-.9z", fill: "#cdbcff" }),
    s("circle", { cx: 33.3, cy: 18.4, r: 1, fill: "#cdbcff" }));
}

// mark draws the sign of Localcord: two speech bubbles that share a star.
export function mark(size) {
  return s("svg", { viewBox: "0 0 32 32", width: size, height: size, "aria-hidden": "true" },
    s("path", { d: "M4 6h15a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-7l-6 5v-5H4a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3z", fill: "#7d63d6" }),
    s("path", { d: "M16 12h11a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4v4l-5-4h-6a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4z", fill: "#f4c977" }),
    s("path", { d: "M21.5 14.2l1.2 3.1 3.1 1.2-3.1 1.2-1.2 3.1-1.2-3.1-3.1-1.2 3.1-1.2z", fill: "#3a2a12" }));
}

const PATHS = {
  next: "M5 5.2v13.6L12.5 12zM12.5 5.2v13.6L20 12z",
  gear: "M12 8.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8Zm8.6 5-.1-3.2-2.3-.5a6.6 6.6 0 0 0-.6-1.4l1.3-2-2.3-2.3-2 1.3-1.4-.6-.5-2.3h-3.3l-.5 2.3-1.4.6-2-1.3-2.3 2.3 1.3 2-.6 1.4-2.3.5v3.2l2.3.5.6 1.4-1.3 2 2.3 2.3 2-1.3 1.4.6.5 2.3h3.3l.5-2.3 1.4-.6 2 1.3 2.3-2.3-1.3-2 .6-1.4z",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 4l-5 16-3.5-6.5z",
  down: "M6 9.5l6 6 6-6",
  eye: "M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12Zm9.5-2.8a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z",
  hash: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M5 5h14v10h-8l-4 4v-4H5zM9 9h6M9 12h4",
  slash: "M6 3.5h12A2.5 2.5 0 0 1 20.5 6v12a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 18V6A2.5 2.5 0 0 1 6 3.5ZM14.5 7.5l-5 9",
  out: "M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
};

// icon draws an icon of the client in the colour of the text.
export function icon(name, size) {
  const solid = name === "send";
  return s("svg", { class: "icon", viewBox: "0 0 24 24", width: size || 20, height: size || 20, "aria-hidden": "true",
    fill: solid ? "currentColor" : "none", stroke: "currentColor", "stroke-width": 1.9, "stroke-linecap": "round", "stroke-linejoin": "round" },
    s("path", { d: PATHS[name] }));
}
