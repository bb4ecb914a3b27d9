/** Small helpers for elements. */

const NS = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on") && value) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** `svg("rect", { x: 1 })` */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(NS, name), attributes, children);
}

/** `html("button", { text: "Solve", onclick: solve })` */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** A plain button: what panels are mostly made of. */
export function button(text, onclick, attributes = {}) {
  return html("button", { type: "button", text, onclick, ...attributes });
}

export const byId = (id) => document.getElementById(id);

/** A labelled list to choose from: `[value, text]` each. */
export function choice(label, options, attributes = {}) {
  const select = html("select", attributes, ...options.map(([value, text]) => html("option", { value, text })));
  return { select, field: html("label", { class: "field", text: label }, select) };
}
