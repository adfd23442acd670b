import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Language } from '../../domain/language/languages.ts';

const STYLE = `
:root { color-scheme: light dark; --canvas: #f7f4ef; --surface: #fff; --ink: #1f1a14; --muted: #5f574d; --line: #e4ddd2; --bad: #a8071a; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #12100e; --surface: #1b1815; --ink: #f6f1ea; --muted: #b3a99c; --line: #38322c; --bad: #ff8f8a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0.5rem 0 0; font-size: 1.5rem; }
.note { margin: 0.25rem 0 1.25rem; color: var(--muted); }
a { color: inherit; }
`;

type Page = { locale: Language; title: string; style: string; body: HtmlEscapedString | Promise<HtmlEscapedString> };

/** The source that a policy allows so that a page has its style, and no other. */
export const findStyleSource = (style: string) =>
  `'sha256-${createHash('sha256')
    .update(STYLE + style)
    .digest('base64')}'`;

/** A page of the server itself, without script. */
export function renderPage({ locale, title, style, body }: Page) {
  return html`<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <style>${raw(STYLE + style)}</style>
  </head>
  <body>
    <main>${body}</main>
  </body>
</html>`;
}
