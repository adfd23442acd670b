import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FiscalBooks, openFiscalBooks, setFaults as setFaultsOf } from '../testing/fiscal-books.ts';
import { type ProviderFault, startProviderSimulator } from '../testing/fiscal-provider.ts';
import type { FiscalAuthority } from './authority.ts';
import { createProvider } from './provider.ts';

let books: FiscalBooks;
let simulator: Awaited<ReturnType<typeof startProviderSimulator>>;
let provider: FiscalAuthority;

beforeAll(async () => {
  books = await openFiscalBooks();
  simulator = await startProviderSimulator();
  provider = connect({});
});
afterAll(async () => {
  await simulator.close();
  await books.close();
});
beforeEach(async () => {
  await books.start();
  await setFaults();
});

const connect = ({ key = simulator.apiKey, timeoutMs = 20_000 }) =>
  createProvider({ environment: 'testecf', url: simulator.url, key, timeoutMs });
const setFaults = (...faults: ProviderFault[]) => setFaultsOf(simulator.url, faults);

test('a provider signs and sends a receipt and its note, and what it signed is kept', async () => {
  await books.wantDocument();
  const reservation = await books.endPaidReservation();
  await books.refund(reservation, 590);
  await books.finish(provider);
  expect(await books.list(reservation)).toMatchObject([
    { type: '31', state: 'accepted' },
    { type: '34', state: 'accepted' },
  ]);
  const kept = await books.sql<{ encf: string; xml: string; summary: string | null }[]>`
    select encf, xml, summary from public.fiscal_documents`;
  for (const { encf, xml, summary } of kept) {
    expect(xml).toBe(simulator.documents.get(encf)?.signed?.xml);
    expect(summary).toBeNull();
  }
  expect(books.failures).toEqual([]);
});

test.each<[ProviderFault, object]>([
  ['conditional', { state: 'conditional', response: '2001 El monto no cuadra' }],
  ['reject-content', { state: 'rejected', is_number_spent: true }],
  ['reject-unsigned', { state: 'rejected', is_number_spent: false, response: 'El XML no es válido' }],
])('after the fault %s the document is %o', async (fault, outcome) => {
  await setFaults(fault);
  const reservation = await books.endPaidReservation();
  await books.finish(provider);
  expect(await books.list(reservation)).toMatchObject([outcome]);
  await setFaults();
  if (fault === 'conditional') return;
  await books.reissueRejected();
  await books.finish(provider);
  expect((await books.list(reservation)).map(({ state }) => state)).toEqual(['rejected', 'accepted']);
});

test.each<[ProviderFault, string, string]>([
  ['host-down', 'numbered', 'The provider did not respond'],
  ['error-500', 'numbered', 'The provider responded 500'],
  ['dropped-response', 'numbered', 'The provider did not respond'],
  ['wrong-document', 'numbered', 'The provider signed another document as'],
  ['waiting', 'signed', 'The provider does not reach DGII'],
])('after the fault %s the document waits as %s, and is issued once', async (fault, state, message) => {
  await setFaults(fault);
  const reservation = await books.endPaidReservation();
  await books.work(provider);
  const [waiting] = await books.list(reservation);
  expect(waiting?.state).toBe(state);
  expect(waiting?.response).toContain(message);
  await setFaults();
  // What the provider signed wrong stays so; another number would have to be asked for.
  if (fault === 'wrong-document') simulator.documents.clear();
  const before = simulator.documents.size;
  await books.finish(provider);
  expect(await books.list(reservation)).toMatchObject([{ state: 'accepted' }]);
  expect(simulator.documents.size - before).toBe(['waiting', 'dropped-response'].includes(fault) ? 0 : 1);
});

test('a provider that takes too long, or does not know the key, is asked again later', async () => {
  const reservation = await books.endPaidReservation();
  await books.work(connect({ key: 'a-key-of-somebody-else' }));
  expect((await books.list(reservation))[0]?.response).toBe('The provider responded 401: {"error":"Unknown key"}');
  await setFaults('slow');
  await books.sql`update public.fiscal_documents set next_attempt_at = now()`;
  await books.work(connect({ timeoutMs: 200 }));
  expect(await books.list(reservation)).toMatchObject([
    { state: 'numbered', response: 'The provider did not respond' },
  ]);
  await setFaults('in-process');
  await books.sql`update public.fiscal_documents set next_attempt_at = now()`;
  await books.work(provider);
  expect(await books.list(reservation)).toMatchObject([{ state: 'sent' }]);
  await setFaults();
  await books.finish(provider);
  expect(await books.list(reservation)).toMatchObject([{ state: 'accepted' }]);
});

test('documents that a killed server had handed over, or had kept as signed, are with the provider once each', async () => {
  const before = simulator.documents.size;
  const reservations: string[] = [];
  for (let count = 0; count < 8; count += 1) reservations.push(await books.endPaidReservation());
  let handedOver = 0;
  const killed: FiscalAuthority = {
    ...provider,
    async sign(content) {
      const signed = await provider.sign(content);
      handedOver += 1;
      if (handedOver > 4) await new Promise(() => undefined);
      return { ...signed, verdict: null };
    },
    submit: () => new Promise(() => undefined),
  };
  void books.work(killed);
  await expect.poll(() => simulator.documents.size - before).toBeGreaterThanOrEqual(4);
  await Promise.all([books.finish(provider), books.finish(provider)]);
  const states = await Promise.all(reservations.map(books.list));
  expect(states.flat()).toMatchObject(reservations.map(() => ({ state: 'accepted' })));
  expect(new Set(states.flat().map(({ encf }) => encf)).size).toBe(8);
  expect(simulator.documents.size - before).toBe(8);
});

test('numbers that are voided are told to the provider', async () => {
  const numbers = { issuer: '131000002', type: '32', first: 5, last: 7 } as const;
  expect(await provider.voidNumbers(numbers)).toEqual({ isAccepted: true, messages: '' });
});
