// The faults: switches for lasting ones, and buttons for those that happen once.
import { h } from "./dom.js";
import { russian } from "./words.js";

// SWITCHES lists the switches by group. Each has the name of a fault, the value that it
// sets, and the unit of that value.
const SWITCHES = [
  ["calls", [
    ["latency", { latency: 800 }, "ms"],
    ["error_rate", { error_rate: 0.3 }, "share"],
    ["lost_rate", { lost_rate: 0.2 }, "share"],
    ["cut_rate", { cut_rate: 0.2 }, "share"],
    ["unanswered_rate", { unanswered_rate: 0.1 }, "share"],
    ["limit_rate", { limit_rate: 0.3 }, "share"],
    ["outage", { outage: true }],
  ]],
  ["gateway", [
    ["silent", { silent: true }],
    ["duplicate", { duplicate: true }],
    ["reconnect_first", { reconnect_first: 1 }, "count"],
    ["invalid_first", { invalid_first: 1 }, "count"],
  ]],
  ["voice", [
    ["voice_unanswered", { voice_unanswered: true }],
    ["sound_refused", { sound_refused: true }],
  ]],
  ["times", [
    ["answer_within", { answer_within: 100 }, "ms"],
    ["token_life", { token_life: 120000 }, "ms"],
    ["old_edits", { old_edits: 1, old_after: 1000 }, "count"],
  ]],
];

// ACTIONS lists what happens once.
const ACTIONS = { gateway: ["cut", "silence", "close", "reconnect", "invalid_resumable", "invalid"], bot: ["restart"] };

// PERMISSIONS lists the permissions of the invite, and those that sounds need, by their bits.
const PERMISSIONS = [["view", 10], ["send", 11], ["embed", 14], ["attach", 15], ["history", 16], ["threads", 35], ["threadSend", 38], ["speak", 21], ["soundboard", 42]];

// Words: English, Russian.
const WORDS = {
  calls: ["Calls", "Вызовы"], gateway: ["Gateway", "Шлюз"], times: ["Time limits", "Сроки"], dms: ["Direct messages", "Личные сообщения"],
  permissions: ["Permissions taken from the bot", "Отнятые у бота права"], here: ["In {0}", "Здесь: {0}"], bot: ["The bot", "Бот"], people: ["People", "Люди"],
  latency: ["Every call is late", "Каждый вызов опаздывает"], error_rate: ["Calls fail (5xx)", "Вызовы с ошибкой (5xx)"], lost_rate: ["Answers get lost", "Ответы теряются"],
  cut_rate: ["Connections are cut", "Соединения рвутся"], unanswered_rate: ["Calls get no answer", "Вызовы остаются без ответа"], limit_rate: ["Calls are held back (429)", "Discord просит подождать (429)"],
  outage: ["Outage: nobody gets in", "Авария: не войти никому"], silent: ["The gateway is silent", "Шлюз молчит"], duplicate: ["Each event comes twice", "События приходят дважды"],
  voice: ["Voice channels", "Голосовые каналы"], voice_unanswered: ["No answer to who enters", "Вход остаётся без ответа"], sound_refused: ["Sounds are refused (50167)", "Звуки отвергаются (50167)"],
  reconnect_first: ["“Reconnect” after signing in", "«Переподключись» сразу после входа"], invalid_first: ["Sessions are refused", "Сессии отвергаются"],
  answer_within: ["Answers must come sooner", "Ответ нужен быстрее"], token_life: ["Panels live shorter", "Панели живут меньше"], old_edits: ["Few edits of old messages", "Мало правок старых сообщений"],
  guild: ["The server", "Сервер"], unavailable: ["The server is unavailable", "Сервер недоступен"], removed: ["The bot is removed from it", "Бота убрали с сервера"],
  cut: ["Cut the connection", "Оборвать соединение"], silence: ["Silence the connection", "Заглушить соединение"], close: ["Close it (4000)", "Закрыть (4000)"], reconnect: ["Reconnect (op 7)", "Переподключить (op 7)"],
  invalid_resumable: ["Session paused (op 9)", "Прервать сессию (op 9)"], invalid: ["Session invalid (op 9)", "Отменить сессию (op 9)"],
  restart: ["Restart the bot", "Перезапустить бота"],
  board: ["Delete the board", "Удалить стол"], channel: ["Delete the channel", "Удалить канал"], thread: ["Delete the thread", "Удалить ветку"],
  archive: ["Archive the thread", "Отправить ветку в архив"], lock: ["Archive and lock it", "В архив и закрыть"], wake: ["Open it again", "Открыть снова"],
  sure: ["Really?", "Точно?"], everyone: ["Closed for everybody", "Закрыты у всех"], closed: ["Closed: {0}", "Закрыты: {0}"],
  view: ["View Channel", "Видеть канал"], send: ["Send Messages", "Писать сообщения"], embed: ["Embed Links", "Встраивать ссылки"], attach: ["Attach Files", "Прикреплять файлы"],
  history: ["Read Message History", "Читать историю сообщений"], threads: ["Create Public Threads", "Создавать ветки"], threadSend: ["Send Messages in Threads", "Писать в ветках"],
  speak: ["Speak", "Говорить"], soundboard: ["Use Soundboard", "Использовать звуковую панель"],
  onlyHere: ["In this channel", "В этом канале"], everywhere: ["Everywhere", "Везде"],
  none: ["No faults", "Сбоев нет"], allOff: ["Switch all off", "Выключить всё"], on: ["{0} on", "Включено: {0}"], noBoard: ["There is no board here", "Стола здесь нет"],
  ms: ["ms", "мс"], share: ["0–1", "0–1"], count: ["times", "раз"], done: ["Done: {0}", "Сделано: {0}"], no: ["no “{0}”", "без права «{0}»"],
};

function sayer(locale) {
  const at = russian(locale) ? 1 : 0;
  return (key, ...args) => WORDS[key][at].replace(/\{(\d)\}/g, (_, n) => String(args[n]));
}

// isOn reports whether a switch is on.
function isOn(faults, name) { return Boolean(faults[name]); }

function denied(faults, channel) { return BigInt((faults.deny || {})[channel] || 0); }

// activeFaults lists in words which switches are on.
export function activeFaults(app) {
  const say = sayer(app.locale()), faults = app.faults || {};
  const list = SWITCHES.flatMap(([, all]) => all.filter(([name]) => isOn(faults, name)).map(([name]) => say(name)));
  for (const is of ["unavailable", "removed"]) if (faults.guild === is) list.push(say(is));
  if ((faults.closed_dms || []).length) list.push(say("dms"));
  let bits = 0n;
  for (const channel in faults.deny || {}) bits |= denied(faults, channel);
  for (const [name, bit] of PERMISSIONS) if (bits & (1n << BigInt(bit))) list.push(say("no", say(name)));
  return list;
}

// faultSummary describes in a line what is on, and the button that switches all off.
export function faultSummary(app, clear) {
  const say = sayer(app.locale()), list = activeFaults(app);
  return h("div", { class: "summary" + (list.length ? " active" : ""), "data-faults": list.length, role: "status" },
    h("div", { class: "summary-list" }, list.length ? list.map((name) => h("span", { class: "fault-chip", key: name }, name)) : say("none")),
    list.length > 0 && h("button", { type: "button", class: "button", "data-clear": "true", onclick: clear }, say("allOff")));
}

// faultControls describes the switches. send posts {…} to /local/faults and then shows what
// was done.
export function faultControls(app, it, send) {
  const say = sayer(app.locale()), faults = app.faults || {};
  const action = (name, body, more) => h("button", {
    type: "button", class: "button" + (more && it.sure === name ? " danger" : ""), key: name, "data-action": name, disabled: body ? undefined : true,
    onclick: () => {
      if (more && it.sure !== name) {
        it.sure = name;
        app.draw();
        return;
      }
      it.sure = "";
      send(body, say("done", say(name)));
    },
  }, h("span", { class: "label" }, more && it.sure === name ? say("sure") : say(name)));
  const toggle = (key, label, on, body, fine) => h("div", { class: "fault", key },
    h("label", null, h("span", null, label), h("input", { type: "checkbox", role: "switch", class: "switch", "data-fault": key, checked: on, onchange: (e) => send(body(e.target.checked)) })), fine);
  const group = (name, ...kids) => h("section", { key: name, class: "fault-group", "data-fault-group": name }, h("h4", null, say(name)), kids);
  const off = (set) => Object.fromEntries(Object.keys(set).map((k) => [k, typeof set[k] === "boolean" ? false : 0]));

  const channels = app.channels(), here = channels.find((c) => c.id === app.place);
  const scope = it.everywhere || !here ? "" : here.id;
  const bits = denied(faults, scope);
  const closed = faults.closed_dms || [];
  const board = here && app.newestBoard(here.id);

  return h("div", { class: "faults" },
    SWITCHES.map(([name, all]) => group(name,
      all.map(([key, set, unit]) => toggle(key, say(key), isOn(faults, key), (on) => (on ? set : off(set)),
        unit && isOn(faults, key) && h("label", { class: "fine" }, h("span", null, say(unit)), h("input", {
          type: "number", "data-fine": key, min: 0, max: unit === "share" ? 1 : undefined, step: unit === "share" ? 0.05 : 1, inputmode: "decimal", "aria-label": say(key),
          made: (el) => { el.value = faults[key]; }, onchange: (e) => e.target.value !== "" && send({ [key]: Number(e.target.value) }),
        })))),
      ACTIONS[name] && h("div", { class: "actions" }, ACTIONS[name].map((d) => action(d, { do: [d] }))))),
    group("guild", ["unavailable", "removed"].map((is) => toggle(is, say(is), faults.guild === is, (on) => ({ guild: on ? is : "available" })))),
    group("dms", toggle("dm *", say("everyone"), closed.includes("*"), (on) => ({ closed_dms: on ? ["*"] : [] })),
      !closed.includes("*") && app.shown().map((u) => toggle("dm " + u.id, say("closed", u.name), closed.includes(u.id),
        (on) => ({ closed_dms: on ? [...closed, u.id] : closed.filter((id) => id !== u.id) })))),
    group("permissions",
      here && h("div", { class: "choice", role: "group" }, [["onlyHere", false], ["everywhere", true]].map(([name, all]) => h("button", {
        type: "button", class: "button" + (Boolean(it.everywhere) === all ? " primary" : ""), key: name, "data-scope": name, "aria-pressed": Boolean(it.everywhere) === all ? "true" : "false",
        onclick: () => { it.everywhere = all; app.draw(); },
      }, say(name)))),
      PERMISSIONS.map(([name, bit]) => toggle("deny " + name, say(name), Boolean(bits & (1n << BigInt(bit))),
        (on) => ({ deny: { [scope]: String(on ? bits | (1n << BigInt(bit)) : bits & ~(1n << BigInt(bit))) } })))),
    here && h("section", { key: "here", class: "fault-group", "data-fault-group": "here" }, h("h4", null, say("here", "#" + here.name)),
      h("div", { class: "actions" },
        action("board", board && { delete_message: board }),
        here.parent && (here.archived ? action("wake", { archive: { id: here.id } }) : [action("archive", { archive: { id: here.id, archived: true } }), action("lock", { archive: { id: here.id, archived: true, locked: true } })]),
        action(here.parent ? "thread" : "channel", { delete_channel: here.id }, true))),
    faults.restart && group("bot", h("div", { class: "actions" }, ACTIONS.bot.map((d) => action(d, { do: [d] })))));
}
