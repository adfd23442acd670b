import { addMinutes } from 'date-fns/addMinutes';
import { vi } from 'vitest';
import type { Currency } from '../../domain/money/cents.ts';
import type { ProviderMethod } from '../../domain/money/payment.ts';
import { server } from './fake-server.ts';
import type { Row } from './fake-tables.ts';
import { DRIVER } from './people.ts';

export const PAYMENT_PAGE = 'https://azul.test/PaymentPage/';

type Options = { methods?: ProviderMethod[]; balance?: number; currency?: Currency };

/** Lets drivers pay as without sample data: with a wallet, and by what is set up. */
export function servePayments({ methods = ['card', 'paypal'], balance = 0, currency = 'USD' }: Options = {}): void {
  server.config.samples = false;
  Object.assign(server.rows('installation_settings')[0] ?? {}, { currency });
  server.tables.payments = [];
  server.tables.saved_cards = [];
  server.tables.wallet_entries = [];
  setBalance(balance);
  server.handle('GET /functions/v1/payments/methods', () => Response.json({ methods, currency }));
  server.handle('POST /functions/v1/payments', ({ body }) => begin(body as Row));
  server.handle('POST /rest/v1/reservations', ({ body }) => reserve(body as Row));
  server.handle('POST /rest/v1/rpc/release_hold', ({ body }) => {
    const held = server.rows('reservations').find(({ id }) => id === (body as Row).reservation);
    if (held?.status === 'held') held.status = 'lapsed';
    return new Response(null, { status: 204 });
  });
}

const ownProfile = (): Row => server.rows('profiles').find((row) => row.user_id === DRIVER.id) ?? {};

export function setBalance(balance: number): void {
  Object.assign(ownProfile(), { wallet_balance: balance });
}

/** The rejection of the database when the wallet cannot pay. */
export function respondTooLow(missing: number): Response {
  const error = { code: '23514', message: 'wallet-too-low', hint: 'wallet-too-low', details: missing.toFixed(2) };
  return Response.json(error, { status: 400 });
}

function reserve(body: Row): Response {
  const space = server.rows('parking_spaces').find(({ id }) => id === body.parking_space_id);
  const isHeld = body.payment_method !== 'wallet';
  if (server.rows('reservations').some(({ id }) => id === body.id)) {
    const error = { code: '23505', message: 'duplicate key value violates unique constraint "reservations_pkey"' };
    return Response.json({ ...error, hint: null, details: null }, { status: 409 });
  }
  const missing = Number(body.total_amount) - Number(ownProfile().wallet_balance);
  if (!isHeld && missing > 0) return respondTooLow(missing);
  if (!isHeld) setBalance(-missing);
  const row: Row = {
    ...body,
    status: isHeld ? 'held' : 'active',
    held_until: isHeld ? addMinutes(new Date(), 10).toISOString() : null,
    created_at: new Date().toISOString(),
    parking_spaces: space,
  };
  server.rows('reservations').push(row);
  return Response.json(row, { status: 201 });
}

function begin({
  id,
  purpose,
  method,
  reservation = null,
  end = null,
  start = null,
  space = null,
  amount,
}: Row): Response {
  const known = server.rows('payments').find((row) => row.id === id);
  if (known === undefined)
    addPayment({
      id,
      purpose,
      method,
      reservation_id: reservation,
      amount: Number(amount) / 100,
      new_end: end,
      new_start: start,
      new_space_id: space,
    });
  const next =
    method === 'card'
      ? {
          kind: 'form',
          action: PAYMENT_PAGE,
          fields: [
            ['OrderNumber', 'PK1'],
            ['AuthHash', 'f647'],
          ],
        }
      : { kind: 'redirect', url: 'https://paypal.test/approve?token=1' };
  return Response.json({ id, state: 'pending', next });
}

/** A payment of the driver, which the server can be asked about. */
export function addPayment(fields: Row): Row {
  const row: Row = {
    id: crypto.randomUUID(),
    user_id: DRIVER.id,
    purpose: 'top_up',
    method: 'card',
    reservation_id: null,
    new_end: null,
    new_start: null,
    new_space_id: null,
    new_vehicle_id: null,
    amount: 20,
    state: 'pending',
    failure: null,
    served: null,
    paid_with: null,
    provider_reference: null,
    captured_at: null,
    created_at: new Date().toISOString(),
    expires_at: addMinutes(new Date(), 10).toISOString(),
    ...fields,
  };
  server.rows('payments').push(row);
  server.handle(`POST /functions/v1/payments/${row.id}/check`, () => Response.json({ state: row.state }));
  return row;
}

/** As when the provider says that it has the money. */
export function capture(payment: Row, { served = true } = {}): void {
  Object.assign(payment, {
    state: served || payment.purpose !== 'reservation' ? 'captured' : 'refunding',
    served,
    paid_with: payment.method === 'card' ? 'Visa ···· 1732' : 'PayPal',
    provider_reference: '3f2a9',
  });
  const held = server.rows('reservations').find(({ id }) => id === payment.reservation_id);
  if (held?.status === 'held' && served) held.status = 'active';
}

/** What the browser does instead of leaving: the form that it posts, or the link that it follows. */
export function watchLeaving(): { form: () => Record<string, string>; link: () => string | null } {
  const left: { form: HTMLFormElement | null; link: string | null } = { form: null, link: null };
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    left.form = this;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    left.link = this.href;
  });
  return {
    form: () => {
      if (left.form === null) return {};
      const inputs = [...left.form.querySelectorAll('input')].map(({ name, value }) => [name, value]);
      return { method: left.form.method, action: left.form.action, ...Object.fromEntries(inputs) };
    },
    link: () => left.link,
  };
}
