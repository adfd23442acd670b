import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import { type Cents, toCents } from '../../domain/money/cents.ts';
import { formatInCurrency } from '../../domain/money/money-in-currency.ts';
import type { MoneyNotification } from './notification-rows.ts';

type MoneyTexts = { title: string; text: string; button: string; path: string };

type Refund = Extract<MoneyNotification, { kind: 'refund' }>['content'];

function describeRefund({ event, amount, sent_on: sentOn, currency }: Refund, locale: Language): string {
  const options = { locale };
  const format = (part: Cents) => formatInCurrency(part, currency, locale);
  if (event === 'arrived') return m.notice_refund_arrived_text({ amount: format(amount) }, options);
  if (event === 'returned') return m.notice_refund_returned_text({ amount: format(amount) }, options);
  if (sentOn === 0) return m.notice_refund_given_text({ amount: format(amount) }, options);
  if (sentOn === amount) return m.notice_refund_sent_text({ amount: format(amount) }, options);
  const kept = toCents(amount - sentOn);
  return m.notice_refund_parts_text({ sent: format(sentOn), kept: format(kept) }, options);
}

/** What a driver is told of money that came too late or was given back, an administrator of money that was taken back. */
export function describeMoney({ kind, content }: MoneyNotification, locale: Language): MoneyTexts {
  const options = { locale };
  if (kind === 'refund') {
    const isReturned = content.event === 'returned';
    return {
      title: isReturned ? m.notice_refund_returned_title({}, options) : m.notice_receipt_refund_title({}, options),
      text: describeRefund(content, locale),
      button: m.payment_see_wallet({}, options),
      path: '/wallet',
    };
  }
  const amount = formatInCurrency(content.amount, content.currency, locale);
  if (kind === 'taken_back') {
    const { event, order } = content;
    return {
      title: m.notice_taken_back_title({}, options),
      text:
        event === 'dispute'
          ? m.notice_taken_back_dispute({ amount, order }, options)
          : m.notice_taken_back_refund({ amount, order }, options),
      button: m.notice_taken_back_button({}, options),
      path: `/admin?tab=overview&view=differences&kind=${event}`,
    };
  }
  return {
    title: m.notice_payment_late_title({}, options),
    text: content.goes_back
      ? m.payment_going_back_text({ amount }, options)
      : m.payment_in_wallet_extension({ amount }, options),
    button: m.notice_show_payment({}, options),
    path: `/payment/${content.payment_id}`,
  };
}
