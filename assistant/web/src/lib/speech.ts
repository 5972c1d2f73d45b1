/** Reads a text aloud with the browser's own voice. */
import type { Lang } from './types';

export const canSpeak = (): boolean => 'speechSynthesis' in globalThis;

/** Speaks and calls `done` when finished or stopped. */
export function speak(text: string, lang: Lang, done: () => void): void {
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = lang === 'zh' ? 'zh-CN' : 'en-US';
  words.rate = 0.95;
  words.onend = done;
  words.onerror = done;
  speechSynthesis.speak(words);
}

export const hush = (): void => {
  if (canSpeak()) speechSynthesis.cancel();
};
