/** Mouse, pen and finger on the board: click, drag over cells, Ctrl or Shift for more, double click for alike. */

export function setupPointer(app) {
  const { game, board } = app;
  const { element } = board;
  let drag = null; // "add" or "remove" while a button is down

  function down(event) {
    if (event.button !== 0) return;
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell === null) return;
    element.setPointerCapture(event.pointerId);
    const more = event.ctrlKey || event.metaKey || event.shiftKey || app.picksSeveral;
    drag = more && game.selected.has(cell) ? "remove" : "add";
    if (drag === "remove") game.deselect(cell);
    else game.select([cell], { add: more });
  }

  // The inner part of a cell counts, so that a diagonal drag does not take the cells beside it. All points
  // since the last event are looked at: a fast drag leaves no gaps.
  function move(event) {
    if (!drag) return;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const point of points.length ? points : [event]) {
      const cell = board.cellAt(point.clientX, point.clientY, 0.06);
      if (cell === null) continue;
      if (drag === "remove" && game.selected.has(cell)) game.deselect(cell);
      if (drag === "add" && !game.selected.has(cell)) game.select([cell], { add: true });
    }
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => { drag = null; });
  element.addEventListener("dblclick", (event) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell !== null) game.select(game.alike(cell), { add: event.ctrlKey || event.metaKey });
  });
}
