"""What is wrong with how a page lies on the screen: what scrolls sideways, sticks out, or is torn in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FAULTS = """
() => {
    const HOLDERS = '.card, .slip, .settlement, .button, button, summary, aside, [role=alert], dialog';
    const faults = [];
    const sheets = document.querySelectorAll('dialog[open]');
    const shown = sheets.length > 0 ? sheets[sheets.length - 1] : document.body;
    const seen = box => box.checkVisibility() && !box.closest('.unseen, .skip, svg, option, .tile');
    const said = box => box.textContent.trim().replace(/\\s+/g, ' ').slice(0, 60);
    const name = box => `<${box.tagName.toLowerCase()} class="${box.getAttribute('class') ?? ''}"> "${said(box)}"`;

    const lines = range => {
        const rects = [...range.getClientRects()].filter(rect => rect.width > 0);
        return rects.filter((rect, at) => at === 0 || rect.top > rects[at - 1].top + rect.height / 2).length;
    };

    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) faults.push(`the page is ${page.scrollWidth} px wide`);
    for (const box of [shown, ...shown.querySelectorAll('*')]) {
        if (!seen(box)) continue;
        const wide = box.scrollWidth - box.clientWidth;
        const holds = getComputedStyle(box).overflowX !== 'visible' && box.clientWidth > 0 && !box.matches('input');
        if (holds && wide > 1) faults.push(`${wide} px too wide: ${name(box)}`);
        if (box.matches('.button')) {
            const words = document.createRange();
            words.selectNodeContents(box);
            if (lines(words) > 3) faults.push(`a column of words: ${name(box)}`);
        }
    }

    // Chinese breaks between any two characters; in English text a Chinese term is a word.
    const words = String.raw`[+−-]?\\d[\\d.,]*|\\p{Script=Latin}+(?:’\\p{Script=Latin}+)?`;
    const whole = new RegExp(page.lang === 'en' ? `${words}|\\\\p{Script=Han}+` : words, 'gu');
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const box = text.parentElement;
        if (!text.data.trim() || !seen(box)) continue;
        for (const part of text.data.matchAll(whole)) {
            const range = document.createRange();
            range.setStart(text, part.index);
            range.setEnd(text, part.index + part[0].length);
            if (lines(range) > 1) faults.push(`${part[0]} is torn: ${name(box)}`);
            const holder = box.closest(HOLDERS) ?? page;
            const past = range.getBoundingClientRect().right - holder.getBoundingClientRect().right;
            if (past > 1) faults.push(`${part[0]} runs ${Math.round(past)} px out of ${name(holder)}`);
        }
    }
    return [...new Set(faults)];
}
"""
_LOOKS = 6


def faults(page: Page) -> list[str]:
    """Every fault of the screen, or of the sheet on top of it; none where it lies well.

    What goes by the width of its place is laid out one drawing later than the place: a fault is one that stays.
    """
    found: list[str] = []
    for _ in range(_LOOKS):
        found = page.evaluate(_FAULTS)
        if not found:
            break
        page.wait_for_timeout(100)
    return found
