/** What has the focus may vanish with what it did: the keyboard then goes on at the nearest place that is left. */

const PLACES = 'section, article, aside, details, dialog, main, [role="group"]';

/** The places an element stands in, the innermost first; they tell where it was once it is gone. */
export function placesOf(element: Element | null): HTMLElement[] {
  const place = element?.closest<HTMLElement>(PLACES) ?? null;
  return place ? [place, ...placesOf(place.parentElement)] : [];
}

/** Puts the focus on the first of these places that is still there. */
export function focusNearest(places: readonly HTMLElement[]): void {
  const place = places.find((each) => each.isConnected && !each.closest('[inert]'));
  if (!place) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Watches the whole page. */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let places: readonly HTMLElement[] = [];
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
    places = placesOf(last);
  };
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body && last?.isConnected === false) focusNearest(places);
  });
  addEventListener('focusin', note);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', note);
    watch.disconnect();
  };
}
