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

/** Where a panel tells what it found; it is spoken. */
export const output = () => html("div", { class: "output", "aria-live": "polite" });

/** Tells these lines there, a paragraph each, in the place of what was told before. */
export function tell(element, ...lines) {
  element.replaceChildren(...lines.filter(Boolean).map((text) => html("p", { text })));
}

export const byId = (id) => document.getElementById(id);

/** What a list has to choose from: `[value, text]` each. */
export const options = (pairs) => pairs.map(([value, text, title]) => html("option", { value, text, title }));

/** A labelled list to choose from. */
export function choice(label, pairs, attributes = {}) {
  const select = html("select", attributes, ...options(pairs));
  return { select, field: html("label", { class: "field", text: label }, select) };
}
