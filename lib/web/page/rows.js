// A long list of which only the rows near the window exist: thousands of them stay fluent.
import {arrange, h} from "./dom.js";

const kSpare = 6;  // rows above and below the window

// columns: [{key, title, sort, class}]; makeRow() gives {root, update(item)}.
// Rows lie at their places by transform; their height is the CSS variable --row of the body.
export function rowTable({label, columns, makeRow, idOf, onSort}) {
  const head = h("div", {class: "row head", role: "row"}, columns.map((column) =>
    h("div", {class: `cell ${column.class}`, role: "columnheader", "data-key": column.key},
      onSort ? h("button", {type: "button", on: {click: () => onSort(column.key)}}, column.title)
             : h("span", {}, column.title))));
  const body = h("div", {class: "body", role: "rowgroup"});
  const root = h("div", {class: "table card", role: "table", "aria-label": label},
    h("div", {role: "rowgroup"}, head), body);
  const rows = new Map();  // by id
  let items = [];
  let total = 0;  // of which the first are items: there is room for those that come
  let context;

  function rowHeight() {
    return parseFloat(getComputedStyle(body).getPropertyValue("--row")) || 60;
  }

  function place() {
    if (!root.isConnected) return;
    const height = rowHeight();
    const top = body.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / height) - kSpare);
    const last = Math.min(items.length, Math.ceil((window.innerHeight - top) / height) + kSpare);
    body.style.height = `${total * height}px`;
    const shown = [];
    for (let index = first; index < last; ++index) {
      const id = idOf(items[index]);
      let row = rows.get(id);
      if (!row) rows.set(id, row = makeRow(items[index]));
      row.update(items[index], context);
      row.root.setAttribute("aria-rowindex", index + 2);
      row.root.style.transform = `translateY(${index * height}px)`;
      shown.push(row.root);
    }
    const seen = new Set(shown);
    for (const [id, row] of rows) {
      if (!seen.has(row.root) && !row.root.contains(document.activeElement)) rows.delete(id);
    }
    arrange(body, shown);
  }

  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      place();
    });
  }
  window.addEventListener("scroll", soon, {passive: true});
  window.addEventListener("resize", soon);

  // Up and down go from row to row.
  body.addEventListener("keydown", (event) => {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    const link = event.target.closest?.(".row")?.querySelector("a");
    if (!by || !link) return;
    const index = items.findIndex((item) => rows.get(idOf(item))?.root.contains(link)) + by;
    if (index < 0 || index >= items.length) return;
    event.preventDefault();
    const top = body.getBoundingClientRect().top + index * rowHeight();
    if (top < 0) window.scrollBy(0, top);
    if (top + rowHeight() > window.innerHeight) window.scrollBy(0, top + rowHeight() - window.innerHeight);
    place();
    rows.get(idOf(items[index]))?.root.querySelector("a")?.focus({preventScroll: true});
  });

  function update(next, nextContext, nextTotal = next.length) {
    items = next;
    total = nextTotal;
    context = nextContext;
    root.setAttribute("aria-rowcount", total + 1);
    place();
  }
  function showSort(key, ascending) {
    for (const cell of head.children) {
      const mine = cell.dataset.key === key;
      cell.setAttribute("aria-sort", mine ? (ascending ? "ascending" : "descending") : "none");
    }
  }
  return {root, update, showSort};
}
