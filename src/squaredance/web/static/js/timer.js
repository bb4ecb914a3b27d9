/** The time that the page has been looked at since the puzzle was opened, until it is solved. */
export function setupTimer(app, element) {
  const draw = () => {
    const pad = (n) => String(n).padStart(2, "0");
    const { seconds } = app.game;
    const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
    element.textContent = `${hours ? `${hours}:${pad(minutes % 60)}` : minutes}:${pad(seconds % 60)}`;
    element.hidden = !app.settings.timer;
  };
  setInterval(() => {
    if (document.hidden || app.game.isSolved) return;
    app.game.seconds += 1;
    if (app.settings.timer) draw();
  }, 1000);
  app.game.on("load", draw);
  app.on("settings", draw);
  draw();
}
