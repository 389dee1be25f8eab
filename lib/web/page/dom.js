// Building elements. Text goes in as text, never as markup: whatever a log or a path says stays
// harmless.

const kSvg = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

// h("p", {class: "note"}, "text", other)
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

// These touch the document only where something changed.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (value === null || value === undefined) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value);
  }
}

// Puts `wanted` into `parent` in this order, and takes everything else out. The element that has the
// focus keeps it.
export function arrange(parent, wanted) {
  const focused = document.activeElement;
  const keep = new Set(wanted);
  for (const child of [...parent.children]) {
    if (!keep.has(child)) child.remove();
  }
  let next = parent.firstElementChild;
  for (const child of wanted) {
    if (child === next) {
      next = next.nextElementSibling;
    } else {
      parent.insertBefore(child, next);
    }
  }
  if (focused !== document.activeElement && parent.contains(focused)) {
    focused.focus({preventScroll: true});
  }
}
