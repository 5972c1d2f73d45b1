/** Dragging a tile between zones: a mouse drags at once, a finger after a short hold so that swiping still scrolls. */
import type { Attachment } from 'svelte/attachments';

const HOLD_MS = 200;
const STILL = 7;
/** Pixels from the top, and from the bottom with its bar, within which what is dragged takes the page along. */
const EDGES = { top: 72, bottom: 160 };
const SLOWED = 8;

class Drag {
  /** Key of the tile in hand, null while nothing is dragged. */
  key = $state<number | null>(null);
  x = $state(0);
  y = $state(0);
  /** `data-zone` of what lies under the finger. */
  over = $state<string | null>(null);
}

export const drag = new Drag();

const zoneUnder = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-zone]')?.dataset.zone ?? null;

/** Makes an element the handle of a tile; `drop` gets the zone it was let go over. */
export function draggable(key: number, drop: (zone: string) => void): Attachment<HTMLElement> {
  return (node) => {
    let start: PointerEvent | null = null;
    let hold: ReturnType<typeof setTimeout> | undefined;

    const follow = (event: PointerEvent) => {
      drag.x = event.clientX;
      drag.y = event.clientY;
      drag.over = zoneUnder(event.clientX, event.clientY);
    };

    /** The zone it belongs to may lie beyond the edge of a small screen. */
    const roll = () => {
      if (drag.key !== key) return;
      const beyond = Math.min(0, drag.y - EDGES.top) + Math.max(0, drag.y - innerHeight + EDGES.bottom);
      if (beyond !== 0) {
        scrollBy(0, beyond / SLOWED);
        drag.over = zoneUnder(drag.x, drag.y);
      }
      requestAnimationFrame(roll);
    };

    const begin = (event: PointerEvent) => {
      drag.key = key;
      node.setPointerCapture(event.pointerId);
      follow(event);
      roll();
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      start = event;
      // A quick mouse leaves the tile before it has moved far enough to drag it.
      if (event.pointerType === 'mouse') node.setPointerCapture(event.pointerId);
      else hold = setTimeout(() => start && begin(start), HOLD_MS);
    };

    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.pointerId) return;
      if (drag.key === key) return follow(event);
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < STILL) return;
      if (start.pointerType === 'mouse') begin(event);
      else cancel();
    };

    const cancel = () => {
      clearTimeout(hold);
      start = null;
      if (drag.key === key) {
        drag.key = null;
        drag.over = null;
      }
    };

    const up = () => {
      const zone = drag.key === key ? drag.over : null;
      const dragged = drag.key === key;
      cancel();
      if (!dragged) return;
      // The browser clicks what was dragged; that click is not a tap.
      node.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 0);
      if (zone !== null) drop(zone);
    };

    const swallow = (event: Event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    const holdPage = (event: Event) => drag.key === key && event.preventDefault();

    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', cancel);
    node.addEventListener('touchmove', holdPage, { passive: false });
    node.addEventListener('contextmenu', holdPage);
    return () => {
      cancel();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', cancel);
      node.removeEventListener('touchmove', holdPage);
      node.removeEventListener('contextmenu', holdPage);
    };
  };
}
