// Building and patching of DOM nodes.
//
// h describes a node, and patch changes a real node to match its description. It does
// not touch unchanged parts. So the focus, the selection, scroll positions, open
// lists and pictures survive an edit of the message. Text becomes only text nodes and
// attributes, and never markup.

const SVG = "http://www.w3.org/2000/svg";
const SEEN = Symbol("description");
const HEAR = Symbol("handlers");
const BLANK = { props: {}, kids: [] };

// h describes an element: a tag, properties and children. The tags of a drawing start
// with "svg:". A property that starts with "on" is a handler. `key` names the child
// among its siblings. `made` is called once with the new element. patch leaves the
// children of an `opaque` element alone.
export function h(tag, props, ...kids) {
  props = props || {};
  return { tag, props, key: props.key, kids: flat(kids, []) };
}

function flat(kids, into) {
  for (const kid of kids) {
    if (kid === null || kid === undefined || kid === false || kid === true) continue;
    if (Array.isArray(kid)) flat(kid, into);
    else if (typeof kid === "object") into.push(kid);
    else if (into.length && into[into.length - 1].text !== undefined) {
      into[into.length - 1] = { text: into[into.length - 1].text + kid };
    } else into.push({ text: String(kid) });
  }
  return into;
}

// patch changes the children of el to match kids.
export function patch(el, ...kids) {
  children(el, flat(kids, []));
}

function make(v) {
  if (v.text !== undefined) return document.createTextNode(v.text);
  const el = v.tag.startsWith("svg:")
    ? document.createElementNS(SVG, v.tag.slice(4))
    : document.createElement(v.tag);
  el[SEEN] = BLANK;
  sync(el, v);
  if (v.props.made) v.props.made(el);
  return el;
}

function sync(node, v) {
  if (v.text !== undefined) {
    if (node.nodeValue !== v.text) node.nodeValue = v.text;
    return;
  }
  const old = node[SEEN];
  if (old === v) return;
  node[SEEN] = v;
  for (const name in old.props) if (!(name in v.props)) assign(node, name, undefined);
  for (const name in v.props) {
    if (differs(old.props[name], v.props[name])) assign(node, name, v.props[name]);
  }
  if (!v.props.opaque) children(node, v.kids);
}

function differs(a, b) {
  if (a === b) return false;
  return typeof a !== "object" || typeof b !== "object" || JSON.stringify(a) !== JSON.stringify(b);
}

function assign(el, name, value) {
  switch (name) {
    case "key": case "made": case "opaque":
      return;
    case "value": case "checked": case "scrollTop":
      if (value !== undefined && el[name] !== value) el[name] = value;
      return;
    case "style":
      el.removeAttribute("style");
      for (const k in value || {}) el.style.setProperty(k, value[k]);
      return;
  }
  if (name.startsWith("on")) {
    const type = name.slice(2);
    if (!el[HEAR]) el[HEAR] = {};
    if (!(type in el[HEAR])) el.addEventListener(type, (e) => el[HEAR][type] && el[HEAR][type](e));
    el[HEAR][type] = value;
    return;
  }
  if (value === undefined || value === null || value === false) el.removeAttribute(name);
  else el.setAttribute(name, value === true ? "" : String(value));
}

function children(el, kids) {
  const keyed = new Map();
  const plain = [];
  for (const node of el.childNodes) {
    const key = node[SEEN] && node[SEEN].key;
    if (key !== undefined) keyed.set(key, node);
    else plain.push(node);
  }
  let next = 0;
  const nodes = kids.map((v) => {
    let node;
    if (v.key !== undefined) {
      node = keyed.get(v.key);
      keyed.delete(v.key);
    } else {
      while (next < plain.length && !node) {
        if (same(plain[next], v)) node = plain[next];
        next++;
      }
    }
    return node && same(node, v) ? node : null;
  });
  const kept = new Set(nodes);
  for (const node of [...el.childNodes]) if (!kept.has(node)) node.remove();
  let at = el.firstChild;
  kids.forEach((v, i) => {
    const node = nodes[i];
    if (!node) {
      el.insertBefore(make(v), at);
      return;
    }
    sync(node, v);
    if (node === at) at = at.nextSibling;
    else el.insertBefore(node, at);
  });
}

function same(node, v) {
  if (v.text !== undefined) return node.nodeType === Node.TEXT_NODE;
  const seen = node[SEEN];
  return seen !== undefined && seen.tag === v.tag && seen.key === v.key;
}
