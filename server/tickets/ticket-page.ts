import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { m } from '#messages';
import { MOMENT_IN_COUNTRY, toRules } from '../../domain/language/format.ts';
import type { Language } from '../../domain/language/languages.ts';
import type { CheckedTicket, Verdict } from './ticket-verdict.ts';

const STYLE = `
:root{color-scheme:light dark;--canvas:#f7f4ef;--surface:#fff;--ink:#1f1a14;--muted:#5f574d;--line:#e4ddd2;--good:#0b6b3a;--soon:#8a4b00;--bad:#a8071a}
@media (prefers-color-scheme:dark){:root{--canvas:#12100e;--surface:#1b1815;--ink:#f6f1ea;--muted:#b3a99c;--line:#38322c;--good:#12804a;--soon:#9a5600;--bad:#c0202f}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:18px/1.45 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1rem}
header{padding:1.25rem;border-radius:1rem;color:#fff;background:var(--bad)}
header.valid{background:var(--good)}header.not-yet,header.changed,header.not-checked{background:var(--soon)}
h1{margin:0;font-size:1.75rem;line-height:1.2}header p{margin:.35rem 0 0}
dl{margin:1rem 0 0;padding:.25rem 1.25rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
div{padding:.75rem 0;border-top:1px solid var(--line)}div:first-child{border-top:0}
dt{color:var(--muted);font-size:.9rem}dd{margin:0;font-size:1.25rem;font-weight:700;overflow-wrap:anywhere}
dd.plate{font-size:2rem;letter-spacing:.05em}
.note{margin:1rem 0 0;padding:.75rem 1rem;border:1px solid var(--soon);border-radius:1rem}
footer{margin:1rem 0;color:var(--muted);font-size:.9rem}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page needs nothing but itself, so that it opens on a bad connection and can load nothing else. */
export const TICKET_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Messages = { title: (typeof m)['ticket_valid']; text: (typeof m)['ticket_valid_text'] };

const MESSAGES: Record<Verdict, Messages> = {
  valid: { title: m.ticket_valid, text: m.ticket_valid_text },
  'not-yet': { title: m.ticket_not_yet, text: m.ticket_not_yet_text },
  over: { title: m.ticket_over, text: m.ticket_over_text },
  cancelled: { title: m.ticket_cancelled, text: m.ticket_cancelled_text },
  changed: { title: m.ticket_changed, text: m.ticket_changed_text },
  forged: { title: m.ticket_forged, text: m.ticket_forged_text },
  'not-checked': { title: m.ticket_not_checked, text: m.ticket_not_checked_text },
};

const MARKS: Record<Verdict, string> = {
  valid: '✓',
  'not-yet': '◷',
  over: '✕',
  cancelled: '✕',
  changed: '↻',
  forged: '✕',
  'not-checked': '?',
};

function formatTime(ms: number, locale: Language): string {
  return new Intl.DateTimeFormat(toRules(locale), MOMENT_IN_COUNTRY).format(ms);
}

/** The page that a scanned ticket opens: no names, no script, nothing to load. */
export function renderTicketPage({ verdict, shown, isChecked }: CheckedTicket, now: number, locale: Language) {
  const { title, text } = MESSAGES[verdict];
  const row = (label: string, value: string, className = '') =>
    value === '' ? '' : html`<div><dt>${label}</dt><dd class="${className}">${value}</dd></div>`;
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title({}, { locale })} · Parqueo</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<header class="${verdict}"><h1><span aria-hidden="true">${MARKS[verdict]}</span> ${title({}, { locale })}</h1><p>${text({}, { locale })}</p></header>
${
  shown === null
    ? ''
    : html`<dl>${row(m.vehicle_plate({}, { locale }), shown.plate, 'plate')}${row(
        m.ticket_space({}, { locale }),
        shown.space,
      )}${row(m.field_zone({}, { locale }), shown.zone)}${row(
        m.ticket_from({}, { locale }),
        formatTime(shown.from, locale),
      )}${row(m.ticket_to({}, { locale }), formatTime(shown.to, locale))}</dl>`
}
${isChecked || shown === null ? '' : html`<p class="note" role="status">${m.ticket_unchecked({}, { locale })}</p>`}
${
  verdict === 'not-checked'
    ? ''
    : html`<footer>${m.ticket_checked_at({ time: formatTime(now, locale) }, { locale })}</footer>`
}
</main>
</body>
</html>`;
}
