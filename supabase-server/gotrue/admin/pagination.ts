import type { Context } from 'hono';
import { validationFailed } from '../auth-error.ts';

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;
const MAX_PAGE = 1_000_000;

export type Page = { page: number; perPage: number };

/** @throws AuthError `validation_failed` */
function readNumber(c: Context, name: string, { fallback, max }: { fallback: number; max: number }): number {
  const text = c.req.query(name) ?? '';
  if (text === '') return fallback;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw validationFailed(`Bad Pagination Parameters: ${name} takes a number from 1 to ${max}`);
}

/** The page that a request asks for. @throws AuthError `validation_failed` */
export function readPage(c: Context): Page {
  return {
    page: readNumber(c, 'page', { fallback: 1, max: MAX_PAGE }),
    perPage: readNumber(c, 'per_page', { fallback: DEFAULT_PER_PAGE, max: MAX_PER_PAGE }),
  };
}

/** Sets the headers by which clients find the next and the last page. */
export function setPaginationHeaders(c: Context, { page, perPage }: Page, total: number): void {
  const lastPage = Math.ceil(total / perPage);
  // The client reads the number after the first equals sign, so `page` comes first.
  const toLink = (number: number, relation: string) =>
    `<${c.req.path}?page=${number}&per_page=${perPage}>; rel="${relation}"`;
  const next = page < lastPage ? [toLink(page + 1, 'next')] : [];
  c.header('link', [...next, toLink(lastPage, 'last')].join(', '));
  c.header('x-total-count', String(total));
  // Matters where a proxy lets other origins in.
  c.header('access-control-expose-headers', 'Link, X-Total-Count');
}
