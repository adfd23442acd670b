import { html } from 'hono/html';
import { m } from '#messages';
import type { Language } from '../../../domain/language/languages.ts';
import { renderOutcomeForm } from '../outcome-form.ts';
import { formatAmount, type Html, renderPage } from '../simulator-page.ts';
import { APPROVED, type AzulOrder } from './azul-order.ts';
import { findTestCard, maskCardNumber, TEST_CARDS, type TestCard } from './test-cards.ts';

const nameCard = ({ brand, number }: TestCard) => `${brand} ${maskCardNumber(number)}`;

function renderCards({ savedCard, currencyCode }: AzulOrder, locale: Language): Html {
  const saved = findTestCard(savedCard?.card);
  const cards = saved === undefined ? TEST_CARDS : [saved];
  const label = saved === undefined ? m.payment_simulator_card : m.payment_simulator_saved_card;
  const describe = (card: TestCard) =>
    card.mostCents === undefined
      ? nameCard(card)
      : m.payment_simulator_card_limit(
          { card: nameCard(card), amount: formatAmount(currencyCode, card.mostCents) },
          { locale },
        );
  return html`<label for="card">${label({}, { locale })}</label>
<select id="card" name="card">${cards.map((card) => html`<option value="${card.number}">${describe(card)}</option>`)}</select>`;
}

const renderRow = (label: string, value: string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

export function renderCardForm(order: AzulOrder): Html {
  const { locale, merchantName, currencyCode, amount, itbis, orderNumber, customFields } = order;
  return renderPage({
    locale,
    provider: 'AZUL',
    title: m.payment_simulator_pay({ merchant: merchantName }, { locale }),
    content: html`<p class="total">${formatAmount(currencyCode, Number(amount))}</p>
<dl>
${renderRow(m.payment_simulator_tax({}, { locale }), formatAmount(currencyCode, Number(itbis)))}
${renderRow(m.payment_simulator_order({}, { locale }), orderNumber)}
${customFields.map(({ label, value }) => renderRow(label, value))}
</dl>
${renderOutcomeForm('azul', locale, renderCards(order, locale))}`,
  });
}

/** What a person reads whose browser stays on the page after the payment was tried. */
export function renderResult(order: AzulOrder, returnUrl: string | null): Html {
  const { locale, merchantName, transaction, plan } = order;
  const isApproved = transaction?.isoCode === APPROVED;
  return renderPage({
    locale,
    provider: 'AZUL',
    title: isApproved
      ? m.payment_simulator_approved({}, { locale })
      : m.payment_simulator_declined({ code: transaction?.isoCode ?? '' }, { locale }),
    content:
      returnUrl === null || plan.faults.includes('return-never')
        ? html`<p>${m.payment_simulator_no_return({}, { locale })}</p>`
        : html`<a class="button main" href="${returnUrl}">${m.payment_simulator_continue({ merchant: merchantName }, { locale })}</a>`,
  });
}

/** @param error AZUL's code, such as 'INVALID_AUTH:AuthHash' */
export function renderError(error: string, locale: Language): Html {
  return renderPage({
    locale,
    provider: 'AZUL',
    title: m.payment_simulator_error({}, { locale }),
    content: html`<p><code>${error}</code></p>`,
  });
}
