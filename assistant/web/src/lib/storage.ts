/** Browser storage that never throws: a full or forbidden store must not stop a hand from being scored. */

export function load<T>(store: () => Storage, key: string): T | null {
  try {
    const text = store().getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** False when nothing could be kept. */
export function save(store: () => Storage, key: string, value: unknown): boolean {
  try {
    if (value === null || value === undefined) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const local = (): Storage => localStorage;
export const session = (): Storage => sessionStorage;
