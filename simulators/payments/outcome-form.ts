import { html } from 'hono/html';
import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import type { Provider } from '../../domain/money/charge-method.ts';
import type { Fault } from './faults.ts';
import type { Html } from './simulator-page.ts';

type Message = (typeof m)['payment_simulator_decline_51'];

type Choice = readonly [Fault, Message];
type Group = { title: (typeof m)['payment_simulator_group_bank']; choices: readonly Choice[] };

const RETURN: readonly Choice[] = [
  ['return-never', m.payment_simulator_return_never],
  ['return-late', m.payment_simulator_return_late],
  ['return-twice', m.payment_simulator_return_twice],
];

const NETWORK: Group = {
  title: m.payment_simulator_group_network,
  choices: [
    ['slow', m.payment_simulator_slow],
    ['dropped-response', m.payment_simulator_dropped_response],
  ],
};

/** Outcomes besides Approve, Decline and Leave; each approves unless it says otherwise. */
const GROUPS: Record<Provider, readonly Group[]> = {
  azul: [
    {
      title: m.payment_simulator_group_bank,
      choices: [
        ['decline-51', m.payment_simulator_decline_51],
        ['decline-54', m.payment_simulator_decline_54],
        ['decline-91', m.payment_simulator_decline_91],
        ['approve-hold', m.payment_simulator_approve_hold],
        ['approve-void', m.payment_simulator_approve_void],
      ],
    },
    {
      title: m.payment_simulator_group_return,
      choices: [
        ...RETURN,
        ['return-altered-amount', m.payment_simulator_return_altered_amount],
        ['return-altered-hash', m.payment_simulator_return_altered_hash],
        ['return-without-hash', m.payment_simulator_return_without_hash],
        ['return-utf8-hash', m.payment_simulator_return_utf8_hash],
        ['return-declined-to-approved', m.payment_simulator_return_declined_to_approved],
      ],
    },
    NETWORK,
    {
      title: m.payment_simulator_group_refund,
      choices: [
        ['refund-failed', m.payment_simulator_refund_failed],
        ['refund-after-settlement', m.payment_simulator_refund_after_settlement],
      ],
    },
  ],
  paypal: [
    { title: m.payment_simulator_group_return, choices: RETURN },
    {
      title: m.payment_simulator_group_capture,
      choices: [
        ['capture-pending', m.payment_simulator_capture_pending],
        ['capture-pending-declined', m.payment_simulator_capture_pending_declined],
        ['capture-declined', m.payment_simulator_capture_declined],
        ['dispute', m.payment_simulator_dispute],
      ],
    },
    {
      title: m.payment_simulator_group_webhook,
      choices: [
        ['webhook-never', m.payment_simulator_webhook_never],
        ['webhook-duplicated', m.payment_simulator_webhook_duplicated],
        ['webhook-late', m.payment_simulator_webhook_late],
        ['webhook-before-browser', m.payment_simulator_webhook_before_browser],
        ['webhook-out-of-order', m.payment_simulator_webhook_out_of_order],
        ['webhook-bad-signature', m.payment_simulator_webhook_bad_signature],
        ['webhook-foreign-certificate', m.payment_simulator_webhook_foreign_certificate],
      ],
    },
    NETWORK,
    {
      title: m.payment_simulator_group_refund,
      choices: [
        ['refund-failed', m.payment_simulator_refund_failed],
        ['refund-pending', m.payment_simulator_refund_pending],
        ['refund-pending-failed', m.payment_simulator_refund_pending_failed],
      ],
    },
  ],
};

/** A form with a button for each outcome, sent to the page's own address. */
export function renderOutcomeForm(provider: Provider, locale: Language, fields: Html | '' = ''): Html {
  const renderChoice = ([fault, message]: Choice) =>
    html`<button name="outcome" value="${fault}">${message({}, { locale })}</button>`;
  return html`<form method="post">
${fields}
<button class="main" name="outcome" value="approve">${m.payment_simulator_approve({}, { locale })}</button>
<button name="outcome" value="decline">${m.payment_simulator_decline({}, { locale })}</button>
<button name="outcome" value="leave">${m.payment_simulator_leave({}, { locale })}</button>
<details>
<summary>${m.payment_simulator_more({}, { locale })}</summary>
${GROUPS[provider].map(({ title, choices }) => html`<h2>${title({}, { locale })}</h2>${choices.map(renderChoice)}`)}
</details>
</form>`;
}
