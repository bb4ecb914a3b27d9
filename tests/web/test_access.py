"""Every control by keyboard, with a name, and every text with contrast; nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.web.driving import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Opener = Callable[..., Page]

LEAST = 4.5  # WCAG 2.2, 1.4.3

# Controls that can be used now. One with a tabindex of -1 counts when a sibling has 0 and the arrow
# keys go on from there: tabs, and the steps of an explanation.
CONTROLS = """() => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex]")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled
    && !node.closest("[role=tablist], .steps, dialog:not([open])"))"""

# The texts on the page, each with its ink and the ground below it, blended as the browser does.
CONTRASTS = """() => {
  const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    probe.clearRect(0, 0, 1, 1);
    probe.fillStyle = color;
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => top.slice(0, 3).map((c, i) => c * top[3] + below[i] * (1 - top[3]));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => {
      const c = part / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isSvg = (node) => node instanceof SVGElement;
  const ground = (node) => {
    if (!node) return rgba("Canvas").slice(0, 3);
    const fill = node.matches("g.mark") ? "circle" : node.id === "board" ? ".paper" : null;
    if (fill) return rgba(getComputedStyle(node.querySelector(fill)).fill).slice(0, 3);
    const own = rgba(getComputedStyle(node).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, ground(node.parentElement));
  };
  const texts = [...document.querySelectorAll("body *")].filter((node) =>
    node.checkVisibility() && !node.closest(".hidden") && !node.disabled
    && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
  return texts.map((node) => {
    const style = getComputedStyle(node);
    const below = ground(isSvg(node) && node.closest(".labels") ? document.body : node);
    const ink = over(rgba(isSvg(node) ? style.fill : style.color), below);
    const [a, b] = [light(ink), light(below)].sort((x, y) => y - x);
    const text = node.textContent.trim().slice(0, 30);
    return [(a + 0.05) / (b + 0.05), text, node.getAttribute("class")];
  });
}"""

# The button to press in a panel, and what is then there. (Race is called Cancel while it runs.)
SHOWN = {
    "Solve": ("Rate", ".output tr"),
    "Hint": ("Why", ".output p"),
    "Explain": ("Explain", ".steps [aria-current]"),
    "Generate": ("Generate", ".output p"),
    "Watch": ("Watch the search", ".output p"),
    "Race": ("Race", ".bar"),
    "Export": ("Show", "textarea"),
}
PANELS = ["Solve", "Hint", "Explain", "Generate", "Watch", "Race", "Export"]


def show(page: Page, name: str) -> None:
    """A panel, after its first button was pressed, so that it has something to show."""
    page.get_by_role("tab", name=name, exact=True).click()
    if name not in SHOWN:
        return
    button, found = SHOWN[name]
    panel = page.locator(".panel:not([hidden])")
    panel.get_by_role("button", name=button, exact=True).click()
    panel.locator(found).first.wait_for(timeout=30_000)
    panel.get_by_role("button", name=button, exact=True).wait_for(timeout=30_000)
    if name == "Watch":
        panel.get_by_role("button", name="Pause", exact=True).click()
    if name == "Export":
        until(page, "document.querySelector('#panel-export textarea').value")


def panels(page: Page) -> list[str]:
    found: list[str] = page.get_by_role("tab").all_inner_texts()
    assert set(found) <= set(PANELS)
    return found


def test_tab_reaches_every_control(open_page: Opener) -> None:
    page = open_page()
    for name in panels(page):
        show(page, name)
        page.evaluate("document.activeElement.blur()")
        page.evaluate(f"window.wanted = ({CONTROLS})()")
        page.evaluate("window.reached = new Set()")
        count = page.evaluate("wanted.length")
        assert count > 15
        for _ in range(count + 25):
            page.keyboard.press("Tab")
            page.evaluate("reached.add(document.activeElement)")
        missed = page.evaluate(
            "wanted.filter((node) => !reached.has(node)).map((node) => node.outerHTML.slice(0, 80))"
        )
        assert missed == [], name
        assert page.evaluate("reached.has(document.querySelector('[aria-selected=true]'))")


@pytest.mark.parametrize("name", ["New", "Open", "Settings", "Keys"])
def test_tab_stays_in_a_dialog_and_reaches_all_of_it(open_page: Opener, name: str) -> None:
    page = open_page()
    opener = page.get_by_role("button", name=name, exact=True)
    opener.focus()
    page.keyboard.press("Enter")
    wanted = page.evaluate(
        """() => { window.wanted = [...document.querySelectorAll(
             'dialog[open] :is(button, input, select, textarea)')]; return wanted.length; }"""
    )
    assert wanted > 0
    page.evaluate("window.reached = new Set([document.activeElement])")
    for _ in range(2 * wanted):
        page.keyboard.press("Tab")
        page.evaluate("reached.add(document.activeElement)")
    assert page.evaluate("wanted.filter((node) => !reached.has(node)).length") == 0
    # The browser itself (the body) comes between the last and the first; nothing of the page does.
    assert page.evaluate(
        "[...reached].every((node) => node === document.body || node.closest('dialog[open]'))"
    )
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    assert opener.evaluate("(node) => node === document.activeElement")


def test_arrows_go_through_tabs_and_steps(open_page: Opener) -> None:
    page = open_page()
    names = panels(page)
    page.get_by_role("tab", name=names[0], exact=True).focus()
    for name in [*names[1:], names[0]]:
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.textContent") == name
    show(page, "Explain")
    page.locator(".steps [tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".place").inner_text().startswith("2 of ")
    assert page.evaluate("document.activeElement.matches('.steps [aria-current]')")
    page.keyboard.press("ArrowUp")
    assert page.locator(".place").inner_text().startswith("1 of ")


def test_every_control_has_a_name(open_page: Opener) -> None:
    """As the browser's own accessibility tree has them: what a screen reader would say."""
    page = open_page()
    roles = {
        "button", "checkbox", "combobox", "grid", "link", "listbox", "radio", "slider",
        "spinbutton", "tab", "tabpanel", "textbox",
    }  # fmt: skip
    session = page.context.new_cdp_session(page)

    def nameless() -> list[str]:
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        seen = [n for n in nodes if not n["ignored"] and n["role"]["value"] in roles]
        assert len(seen) > 15
        return [n["role"]["value"] for n in seen if not n.get("name", {}).get("value", "").strip()]

    for name in panels(page):
        show(page, name)
        assert nameless() == [], name
    for dialog in ("new", "open", "settings", "help"):
        page.evaluate(f"document.getElementById('dialog-{dialog}').showModal()")
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        bare = [
            n["role"]["value"]
            for n in nodes
            if not n["ignored"]
            and n["role"]["value"] in roles | {"dialog"}
            and not n.get("name", {}).get("value", "").strip()
        ]
        assert bare == [], dialog
        page.keyboard.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast(open_page: Opener, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    for name in panels(page):
        show(page, name)
        found = page.evaluate(CONTRASTS)
        assert len(found) > 50
        assert [text for text in found if text[0] < LEAST] == [], name
    for dialog in ("new", "open", "settings", "help"):
        page.evaluate(f"document.getElementById('dialog-{dialog}').showModal()")
        assert [text for text in page.evaluate(CONTRASTS) if text[0] < LEAST] == [], dialog
        page.keyboard.press("Escape")


def test_nothing_comes_from_elsewhere(open_page: Opener, address: str) -> None:
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector("body.ready")
    for name in panels(page):
        show(page, name)
    assert len(asked) > 15
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
