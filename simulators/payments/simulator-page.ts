import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import type { SimulatorContext } from './simulator-env.ts';

const STYLE = `
:root{color-scheme:light dark;--canvas:#f7f4ef;--surface:#fff;--ink:#1f1a14;--muted:#5f574d;--line:#8a8074;--soft:#e4ddd2;--accent:#0b6b3a;--on-accent:#fff;--bad:#a8071a;--focus:#0b57d0}
@media (prefers-color-scheme:dark){:root{--canvas:#12100e;--surface:#1b1815;--ink:#f6f1ea;--muted:#b3a99c;--line:#81776b;--soft:#38322c;--accent:#2fa56c;--on-accent:#08130d;--bad:#ff8a8f;--focus:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1rem}
.note{margin:0 0 1rem;padding:.75rem 1rem;border:2px dashed var(--line);border-radius:1rem;color:var(--muted)}
.note strong{display:block;color:var(--ink)}
section{padding:1.25rem;border:1px solid var(--soft);border-radius:1rem;background:var(--surface)}
h1{margin:0;font-size:1.375rem;line-height:1.25;overflow-wrap:anywhere}
.total{margin:.25rem 0 1rem;font-size:2rem;font-weight:700;line-height:1.2}
dl{margin:0 0 1.25rem}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid var(--soft)}
dt{color:var(--muted)}dd{margin:0;text-align:end;overflow-wrap:anywhere}
label{display:block;margin-bottom:.25rem;font-weight:600}
select{width:100%;min-height:48px;margin-bottom:1rem;padding:0 .75rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);color:inherit;font:inherit}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:48px;margin-top:.5rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
h1+.button{margin-top:1rem}
details{margin-top:1rem;border-top:1px solid var(--soft)}
summary{display:flex;align-items:center;justify-content:space-between;min-height:48px;font-weight:600;cursor:pointer}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:.5rem;height:.5rem;margin:0 .5rem .25rem;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open] summary::after{transform:rotate(225deg);margin-bottom:-.25rem}
h2{margin:1rem 0 0;font-size:1rem;color:var(--muted)}
details button{justify-content:flex-start;font-weight:400;text-align:start}
code{color:var(--bad);overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export type Html = ReturnType<typeof html>;

type Page = { locale: Language; provider: 'AZUL' | 'PayPal'; title: string; content: Html };

export function renderPage({ locale, provider, title, content }: Page): Html {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} · ${m.payment_simulator_title({}, { locale })}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<p class="note"><strong>${m.payment_simulator_title({}, { locale })}</strong>${m.payment_simulator_note({ provider }, { locale })}</p>
<section>
<h1>${title}</h1>
${content}
</section>
</main>
</body>
</html>`;
}

type PageOptions = {
  status?: 200 | 400 | 404;
  /** Addresses to which the page's form may lead; none without a form. */
  formTargets?: readonly string[];
};

/** Sends a page that loads nothing, runs nothing and is in no frame. */
export async function sendPage(c: SimulatorContext, page: Html, { status = 200, formTargets }: PageOptions = {}) {
  const origins = formTargets?.map((address) => new URL(address).origin);
  const formAction = origins === undefined ? "'none'" : ["'self'", ...new Set(origins)].join(' ');
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  );
  c.header('referrer-policy', 'no-referrer');
  c.header('cache-control', 'no-store');
  c.header('x-content-type-options', 'nosniff');
  return c.html(await page, status);
}

const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Such as 'RD$1,250.00'. */
export const formatAmount = (symbol: string, cents: number): string => symbol + AMOUNT.format(cents / 100);
