import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SIMULATED_AZUL } from '../../simulators/payments/merchant.ts';
import type { PayingDriver, PaymentsUnderTest, Started } from '../testing/payments.ts';
import { setUpPayments } from '../testing/payments.ts';

const PAID = { purpose: 'reservation', method: 'card' };

let payments: PaymentsUnderTest;
let driver: PayingDriver;
let reservation: string;
let started: Started;

setUpPayments(async (fresh) => {
  ({ payments, driver } = fresh);
  reservation = await payments.hold(driver);
  started = await payments.start(driver, { ...PAID, reservation });
});

const statusPage = () => `${payments.url}/payment/${started.id}`;

test('a driver pays a reservation by card, and it is booked, charged and on record once', async () => {
  expect(started).toMatchObject({ status: 200, state: 'pending', next: { kind: 'form' } });
  const back = await payments.comeBack(await payments.decide(started));
  expect(back).toMatchObject({ status: 303, location: statusPage() });
  expect(back.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured', amount: 15, served: true });
  expect(await payments.readStatus(reservation)).toBe('active');
  expect(await payments.readBalance(driver)).toBe(0);
  expect((await payments.findEvents(started.id)).map(({ kind }) => kind)).toEqual(['return-approved']);
  expect(await payments.readDifferences()).toEqual([]);
});

test('the bank declines, and the driver reads why while the space is free again', async () => {
  const back = await payments.comeBack(await payments.decide(started, 'decline-51'));
  expect(back.location).toBe(statusPage());
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'declined', failure: 'payment-no-funds' });
  expect(await payments.readStatus(reservation)).toBe('lapsed');
});

test('a driver who leaves AZUL’s page pays nothing, and the space is free again', async () => {
  await payments.comeBack(await payments.decide(started, 'leave'));
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'abandoned', failure: null });
  expect(await payments.readStatus(reservation)).toBe('lapsed');
});

test('a driver who never comes back has their reservation once AZUL was asked', async () => {
  await payments.decide(started, 'return-never');
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
  await payments.makeDue();
  expect(await payments.work()).toMatchObject({ checks: 1 });
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured', served: true });
  expect(await payments.readStatus(reservation)).toBe('active');
});

test('the screen asks AZUL itself, and the driver’s own payments only', async () => {
  await payments.decide(started, 'return-never');
  expect(await payments.check(await payments.createDriver('beto'), started.id)).toMatchObject({ status: 403 });
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
  expect(await payments.check(driver, started.id)).toMatchObject({ status: 200, body: { state: 'captured' } });
});

test('a return that comes twice, and is reloaded, is one payment', async () => {
  const address = await payments.decide(started, 'return-twice');
  await Promise.all([payments.comeBack(address), payments.comeBack(address), payments.comeBack(address)]);
  expect(await payments.comeBack(address)).toMatchObject({ status: 303, location: statusPage() });
  expect(await payments.readBalance(driver)).toBe(0);
  expect(await payments.findEvents(started.id)).toHaveLength(1);
  expect(await payments.readDifferences()).toEqual([]);
});

test.each(['return-altered-amount', 'return-altered-hash'])(
  'a return with the fault %s changes nothing by itself, warns the operator and has AZUL asked',
  async (fault) => {
    const address = await payments.decide(started, fault);
    await payments.setEveryFault('host-down');
    expect(await payments.comeBack(address)).toMatchObject({ status: 303, location: statusPage() });
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
    expect(await payments.readDifferences()).toMatchObject([{ kind: 'bad-signature', payment_id: started.id }]);
    expect(await payments.findEvents(started.id)).toMatchObject([{ kind: 'return-forged', body: '' }]);
    await payments.setEveryFault();
    await payments.workWhenDue();
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured' });
  },
);

test('a forged return has AZUL asked at once, and a second one is counted and not kept', async () => {
  const address = await payments.decide(started, 'return-altered-hash');
  await payments.comeBack(address);
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured' });
  await payments.comeBack(`${address}&Amount=1`);
  expect(await payments.findEvents(started.id)).toHaveLength(1);
  expect(await payments.readDifferences()).toMatchObject([{ kind: 'bad-signature', detail: '× 2' }]);
});

test('the approved address opened by hand credits nothing and warns nobody', async () => {
  for (const path of ['/azul/approved', '/paypal/approved', '/azul/nonsense']) {
    await payments.comeBack(`${payments.functionUrl}${path}?payment=${started.id}`);
  }
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
  expect(await payments.readDifferences()).toEqual([]);
});

test('a real approval that is brought for another payment is counted for its own alone', async () => {
  const other = await payments.createDriver('beto');
  const topUp = await payments.start(other, { purpose: 'top_up', method: 'card', amount: 1000 });
  const address = await payments.decide(topUp);
  const replayed = address.replace(topUp.id, started.id);
  expect(await payments.comeBack(replayed)).toMatchObject({ location: `${payments.url}/payment/${topUp.id}` });
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
  expect(await payments.readPayment(topUp.id)).toMatchObject({ state: 'captured', amount: 10 });
  expect(await payments.readBalance(other)).toBe(10);
});

test('a signed approval of a hold brings no money', async () => {
  const topUp = await payments.start(driver, { purpose: 'top_up', method: 'card', amount: 1000 });
  await payments.comeBack(await payments.decide(topUp, 'approve-hold'));
  expect(await payments.readPayment(topUp.id)).toMatchObject({ state: 'pending' });
  expect(await payments.readBalance(driver)).toBe(0);
  expect(await payments.readDifferences()).toMatchObject([{ kind: 'not-a-sale', payment_id: topUp.id }]);
  await payments.workWhenDue();
  expect(await payments.readBalance(driver)).toBe(0);
});

test.each(['host-down', 'dropped-response'])(
  'an approval that AZUL’s list cannot confirm at once (%s) waits, and is counted when it can',
  async (fault) => {
    const address = await payments.decide(started);
    await payments.setEveryFault(fault);
    expect(await payments.comeBack(address)).toMatchObject({ status: 303, location: statusPage() });
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
    await payments.workWhenDue();
    expect(payments.written.filter((line) => line.includes('a payment met a fault')).at(-1)).toContain(started.id);
    await payments.setEveryFault();
    await payments.workWhenDue();
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured', served: true });
  },
);

/** What happens where the merchant has no contract for AZUL's webservice. */
async function withoutWebservice(work: () => Promise<void>): Promise<void> {
  const { azul } = payments.providers;
  const webservice = azul?.webservice;
  if (azul === undefined || webservice === undefined) throw new Error('The simulator has a webservice');
  delete azul.webservice;
  try {
    await work();
  } finally {
    azul.webservice = webservice;
  }
}

test('without the webservice a signed approval counts, and is listed to be compared', () =>
  withoutWebservice(async () => {
    await payments.comeBack(await payments.decide(started));
    expect(await payments.readPayment(started.id)).toMatchObject({ state: 'captured', served: true });
    expect(await payments.readDifferences()).toMatchObject([{ kind: 'unverified', payment_id: started.id }]);
  }));

/** A day has passed since the payment was begun. */
async function giveUp(): Promise<void> {
  await payments.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.payments set created_at = now() - interval '25 hours', next_attempt_at = now() where id = ${started.id}`;
  });
  await payments.work();
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'abandoned' });
}

const readAlarms = () => payments.sql`select kind, is_alarm from public.payment_differences`;

test('an order that somebody left is no difference once AZUL was asked', async () => {
  await giveUp();
  expect(await readAlarms()).toEqual([]);
});

test('an order that nobody ever asks about is listed, and is no alarm', () =>
  withoutWebservice(async () => {
    await giveUp();
    expect(await readAlarms()).toEqual([{ kind: 'not-confirmed', is_alarm: false }]);
  }));

test('an order that AZUL could not be asked about for a day is an alarm', async () => {
  await payments.setEveryFault('host-down');
  await giveUp();
  expect(await readAlarms()).toEqual([{ kind: 'not-confirmed', is_alarm: true }]);
});

test('an approval that AZUL has signed and does not list is an alarm', async () => {
  const address = await payments.decide(started);
  await payments.sql`delete from parqueo_server.simulated_orders`;
  await payments.comeBack(address);
  await giveUp();
  expect(await readAlarms()).toEqual([{ kind: 'not-confirmed', is_alarm: true }]);
});

test('a repeat of the same request gets the same order, also while the first is under way', async () => {
  const id = randomUUID();
  const request = { id, purpose: 'top_up', method: 'card', amount: 2500 };
  const all = await Promise.all([1, 2, 3].map(() => payments.start(driver, request)));
  all.push(await payments.start(driver, request));
  const orders = all.map(({ next }) => (next.kind === 'form' ? new Map(next.fields).get('OrderNumber') : null));
  expect(new Set(orders).size).toBe(1);
  expect(all.every(({ status, state }) => status === 200 && state === 'pending')).toBe(true);
});

test('who paid without coming back is not sent to AZUL’s page again', async () => {
  await payments.decide(started, 'return-never');
  const request = { ...PAID, id: started.id, reservation };
  await payments.setEveryFault('host-down');
  // Nobody can tell, and a second approval would go back by itself.
  expect(await payments.start(driver, request)).toMatchObject({ state: 'pending', next: { kind: 'form' } });
  await payments.setEveryFault();
  expect(await payments.start(driver, request)).toMatchObject({ state: 'captured', next: { kind: 'none' } });
  expect(await payments.readStatus(reservation)).toBe('active');
});

test('a payment whose time is over is not offered again', async () => {
  await payments.sql`update public.payments set expires_at = now() where id = ${started.id}`;
  const repeated = await payments.start(driver, { ...PAID, id: started.id, reservation });
  expect(repeated).toMatchObject({ state: 'pending', next: { kind: 'none' } });
});

test('a driver keeps a card, and pays with it without entering it again', async () => {
  const topUp = await payments.start(driver, { purpose: 'top_up', method: 'card', amount: 1000, saveCard: true });
  await payments.comeBack(await payments.decide(topUp, 'approve', { card: '5424180279791732' }));
  const [card] = await payments.sql`select id, token, last4 from public.saved_cards where user_id = ${driver.id}`;
  expect(card).toMatchObject({ last4: '1732' });
  const again = await payments.start(driver, { purpose: 'top_up', method: 'card', amount: 1000, card: card?.id });
  const fields = new Map(again.next.kind === 'form' ? again.next.fields : []);
  expect(fields.get('DataVaultToken')).toBe(card?.token);
  await payments.comeBack(await payments.decide(again));
  expect(await payments.readBalance(driver)).toBe(20);
  // Nobody else pays with it, and the token is nowhere but with the card.
  const other = await payments.createDriver('beto');
  const stolen = await payments.start(other, { purpose: 'top_up', method: 'card', amount: 1000, card: card?.id });
  expect(stolen).toMatchObject({ status: 409, problem: 'card-not-found' });
  const events = await payments.findEvents(topUp.id);
  expect(events[0]?.body).toContain('DataVaultToken=%5Bhidden%5D');
  expect(payments.written.join('\n')).not.toContain(String(card?.token));
});

test('nothing of a return and no key is in the log', async () => {
  const address = new URL(await payments.decide(started));
  await payments.comeBack(address.href);
  const log = payments.written.join('\n');
  for (const field of ['AuthHash', 'RRN', 'OrderNumber']) expect(log).not.toContain(address.searchParams.get(field));
  expect(log).not.toMatch(/simulated-auth-1|simulated-paypal-secret/);
  expect(log).not.toContain(SIMULATED_AZUL.authKey);
});
