// The client's own words, Russian and English. What people and the bot say is
// not here: it comes in their messages.

const EN = {
  people: "People in the window",
  peopleFull: "Five at most: close somebody first",
  show: "Show {0}", hide: "Close {0}", actAs: "Act as {0}",
  channels: "Channels", threads: "Threads", direct: "Direct messages", open: "Open {0}",
  menu: "Channels", unread: "unread", settings: "Settings", close: "Close", cancel: "Cancel", submit: "Submit",
  reconnecting: "Reconnecting…", connecting: "Connecting…",
  online: "online", offline: "offline", botOnline: "Bot is online", botOffline: "Bot is offline",
  used: "{0} used {1}", aCommand: "a command", replied: "Reply to {0}", gone: "The message was deleted",
  thinking: "{0} is thinking…", typing: "{0} is typing…",
  onlyYou: "Only you can see this", dismiss: "Dismiss message", edited: "(edited)", bot: "BOT",
  failed: "This interaction failed", noAnswer: "The application did not respond",
  sending: "Sending {0}", notSent: "Not sent: {0}", retry: "Try again",
  write: "Message {0}", writeHint: "Message or /command", noWrite: "This conversation is closed", send: "Send",
  commands: "Commands", noCommand: "No such command", noChoice: "Nothing fits", options: "Options",
  needed: "This option is needed", number: "A whole number is needed", range: "From {0} to {1}", least: "At least {0}", most: "At most {0}",
  yes: "Yes", no: "No", more: "Add an option", leaveCommand: "Leave the command",
  choose: "Choose", chooseSome: "Choose {0} to {1}", done: "Done", clear: "Clear",
  required: "required", short: "At least {0} characters", long: "At most {0} characters",
  modalFailed: "Something went wrong. Nothing was lost: try again.",
  newMessages: "New messages", newDay: "{0}", spoiler: "Spoiler: press to read", image: "Picture", enlarge: "Enlarge the picture", file: "File {0}",
  auto: "Autoplay: {0}", autoAll: "Autoplay for everybody",
  welcome: "What shall we play?", youAre: "You are {0}. Press the button, and the bot offers a game.",
  beginning: "This is where {0} begins", beginningHint: "Or type / to see all that the bot can do.",
  inVoice: "🔊 In the voice channel: {0}", voiceEmpty: "🔊 Nobody is in the voice channel", joinVoice: "Join", leaveVoice: "Leave",
  sounded: "{0} played a sound: {1}", soundedUnheard: "{0} played a sound: {1}. You are not in the channel.",
  slow: "Clocks of matches are slow: a minute of the game takes {0} min.", fast: "Clocks of matches run ×{0} while no person is asked.",
  beginningDM: "Here you are alone with {0}. You can play here, too.",
  noAccess: "{0} cannot see this channel", thread: "Thread", openThread: "Open the thread",
  todayAt: "Today at {0}", yesterdayAt: "Yesterday at {0}",
  faults: "Faults", faultsHint: "What Discord may do to the bot on a bad day.",
  person: "Person", name: "Name", language: "Language", apply: "Save", saved: "Saved", botStatus: "Bot",
  member_leave: "Leave the server", member_ban: "Ban", member_return: "Come back to the server",
  you: "This is {0}’s view", messages: "Messages in {0}", jump: "To the newest",
  clock: "now", skip: "Skip to the messages",
  crowded: "No answer. A browser opens six connections to one server: perhaps other windows of the playground have them all. Close one.",
  beside: "This is a second player, {0}. You can play both. ✕ above closes this column.",
  throwAway: "Throw away what you have written?", keepWriting: "Keep writing", throwIt: "Throw away",
};

const RU = {
  people: "Кто играет в этом окне",
  peopleFull: "Не больше пяти: сначала закройте кого-нибудь",
  show: "Показать: {0}", hide: "Закрыть: {0}", actAs: "Действовать за: {0}",
  channels: "Каналы", threads: "Ветки", direct: "Личные сообщения", open: "Открыть {0}",
  menu: "Каналы", unread: "есть новое", settings: "Настройки", close: "Закрыть", cancel: "Отмена", submit: "Отправить",
  reconnecting: "Переподключаемся…", connecting: "Подключаемся…",
  online: "в сети", offline: "не в сети", botOnline: "Бот в сети", botOffline: "Бот не в сети",
  used: "{0}: команда {1}", aCommand: "бота", replied: "Ответ: {0}", gone: "Сообщение удалено",
  thinking: "{0} думает…", typing: "{0} печатает…",
  onlyYou: "Видно только вам", dismiss: "Скрыть сообщение", edited: "(изменено)", bot: "БОТ",
  failed: "Действие не удалось", noAnswer: "Приложение не ответило",
  sending: "Отправляется {0}", notSent: "Не отправлено: {0}", retry: "Ещё раз",
  write: "Написать: {0}", writeHint: "Сообщение или /команда", noWrite: "Сюда писать нельзя", send: "Отправить",
  commands: "Команды", noCommand: "Такой команды нет", noChoice: "Ничего не подходит", options: "Параметры",
  needed: "Нужно заполнить", number: "Нужно целое число", range: "От {0} до {1}", least: "Не меньше {0}", most: "Не больше {0}",
  yes: "Да", no: "Нет", more: "Добавить параметр", leaveCommand: "Убрать команду",
  choose: "Выберите", chooseSome: "Выберите от {0} до {1}", done: "Готово", clear: "Сбросить",
  required: "обязательно", short: "Знаков не меньше {0}", long: "Знаков не больше {0}",
  modalFailed: "Что-то пошло не так. Текст цел: попробуйте ещё раз.",
  newMessages: "Новые сообщения", newDay: "{0}", spoiler: "Спойлер: нажмите, чтобы прочесть", image: "Картинка", enlarge: "Увеличить картинку", file: "Файл {0}",
  auto: "Автоигра: {0}", autoAll: "Автоигра для всех",
  welcome: "Во что поиграем?", youAre: "Вы — {0}. Нажмите кнопку, и бот предложит игру.",
  beginning: "Здесь начинается {0}", beginningHint: "Или напишите /, чтобы увидеть всё, что умеет бот.",
  inVoice: "🔊 В голосовом канале: {0}", voiceEmpty: "🔊 В голосовом канале никого", joinVoice: "Войти", leaveVoice: "Выйти",
  sounded: "{0} подаёт звук: {1}", soundedUnheard: "{0} подаёт звук: {1}. Вы не в канале.",
  slow: "Часы партий идут медленно: минута игры длится {0} мин.", fast: "Когда людей не ждут, часы партий идут ×{0}.",
  beginningDM: "Здесь только вы и {0}. Играть можно и тут.",
  noAccess: "Этот канал недоступен: {0}", thread: "Ветка", openThread: "Открыть ветку",
  todayAt: "Сегодня в {0}", yesterdayAt: "Вчера в {0}",
  faults: "Сбои", faultsHint: "Что Discord может устроить боту в плохой день.",
  person: "Человек", name: "Имя", language: "Язык", apply: "Сохранить", saved: "Сохранено", botStatus: "Бот",
  member_leave: "Уйти с сервера", member_ban: "Забанить", member_return: "Вернуться на сервер",
  you: "Здесь смотрит {0}", messages: "Сообщения: {0}", jump: "К последним",
  clock: "сейчас", skip: "К сообщениям",
  crowded: "Ответа нет. Браузер открывает к одному серверу шесть соединений: возможно, их заняли другие окна. Закройте одно из них.",
  beside: "Это второй игрок — {0}. Можно играть за обоих. ✕ вверху закроет этот столбец.",
  throwAway: "Выбросить то, что вы написали?", keepWriting: "Писать дальше", throwIt: "Выбросить",
};

// words returns what says the client's words in a locale: say(key, …args).
export function words(locale) {
  const table = russian(locale) ? RU : EN;
  return (key, ...args) => table[key].replace(/\{(\d)\}/g, (_, n) => String(args[n]));
}

// russian reports whether a locale is a Russian one.
export function russian(locale) {
  return String(locale || "").toLowerCase().startsWith("ru");
}

// LOCALES are those of Discord's locales that the settings offer.
export const LOCALES = [["ru", "Русский"], ["en-US", "English (US)"], ["en-GB", "English (UK)"]];

// localised is a name or description of a command in a locale, or its own.
export function localised(thing, field, locale) {
  const all = thing[field + "_localizations"] || {};
  return all[locale] || (russian(locale) ? all.ru : all["en-US"] || all["en-GB"]) || thing[field + "_localized"] || thing[field] || "";
}
