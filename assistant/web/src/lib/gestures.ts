/** Taps, one-finger panning, two-finger pinching and the wheel over a zoomable surface. */
import type { Attachment } from 'svelte/attachments';

export interface Gestures {
  /** A short touch that went nowhere; `target` is what lay under it. */
  tap(target: Element, x: number, y: number): void;
  /** Movement in CSS pixels since the last call. */
  pan(dx: number, dy: number): void;
  /** Zoom about a screen position. */
  zoom(x: number, y: number, factor: number): void;
}

const STILL = 8;

interface Finger {
  x: number;
  y: number;
}

export function gestures(on: Gestures): Attachment<Element> {
  return (node) => {
    const fingers = new Map<number, Finger>();
    let start: { x: number; y: number; target: Element } | null = null;

    const spread = () => {
      const [a, b] = [...fingers.values()];
      if (!a || !b) return null;
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y) };
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      start = fingers.size === 1 ? { x: event.clientX, y: event.clientY, target: event.target as Element } : null;
    };

    const move = (event: PointerEvent) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      const before = spread();
      const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < STILL) return;
      if (start) {
        start = null;
        node.setPointerCapture(event.pointerId);
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = spread();
      if (!before || !after) return on.pan(dx, dy);
      on.zoom(after.x, after.y, after.size / Math.max(before.size, 1));
      on.pan(after.x - before.x, after.y - before.y);
    };

    const up = (event: PointerEvent) => {
      if (fingers.delete(event.pointerId) && start && event.type === 'pointerup') on.tap(start.target, start.x, start.y);
      start = null;
    };

    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      on.zoom(event.clientX, event.clientY, Math.exp(-event.deltaY / 400));
    };

    const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', up],
      ['wheel', wheel, { passive: false }],
    ];
    for (const [name, listener, options] of listeners) node.addEventListener(name, listener as EventListener, options);
    return () => {
      for (const [name, listener] of listeners) node.removeEventListener(name, listener as EventListener);
    };
  };
}
