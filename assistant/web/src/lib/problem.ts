/** What went wrong, as the API words it (RFC 9457) or as the page found it. */
import { known, t } from './i18n.svelte';
import type { Params } from './types';

export interface FieldError {
  readonly field?: string;
  readonly detail?: string;
}

export class Problem extends Error {
  constructor(
    /** Stable id: the API's `code`, or `lost_connection`, `unreadable_answer`, `failed` of the page. */
    readonly code: string,
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly params: Params = {},
    readonly errors: readonly FieldError[] = [],
  ) {
    super(`${code}: ${title}`);
  }
}

/** The page's own problems carry no words: the view looks them up in the catalogue. */
export const lostConnection = (): Problem => new Problem('lost_connection', 0, '', '');

/** What was caught, as a problem: what is none of ours is told as a failure without a name. */
export const asKnown = (error: unknown): Problem => (error instanceof Problem ? error : new Problem('failed', 0, '', ''));

/** What the problem says of fields beyond its `detail`, which tells the reason itself where there is but one. */
export const furtherFaults = ({ errors }: Problem, detail: string): string[] =>
  errors
    .filter((error) => !error.detail || !detail.includes(error.detail))
    .map((error) => [fieldName(error.field ?? ''), error.detail].filter(Boolean).join(t('page.colon')));

/** `melds[0].tiles` as people call it: by its last name, where there is a word for that. */
function fieldName(path: string): string {
  const key = `case.${/(\w+)(\[\d+\])*$/.exec(path)?.[1] ?? ''}`;
  return known(key) ? t(key) : path;
}

export function asProblem(status: number, body: string): Problem {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'title' in parsed) {
      const value = parsed as Record<string, unknown>;
      return new Problem(
        String(value.code ?? 'unknown'),
        status,
        String(value.title ?? ''),
        String(value.detail ?? ''),
        (value.params as Params | undefined) ?? {},
        Array.isArray(value.errors) ? (value.errors as FieldError[]) : [],
      );
    }
  } catch {
    // Not JSON: a proxy or a dying server answered.
  }
  return new Problem('unreadable_answer', status, '', '');
}
