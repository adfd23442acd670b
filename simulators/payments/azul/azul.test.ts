import { expect, test } from 'vitest';
import { SIMULATED_AZUL } from '../../../server/functions/payment-config.ts';
import {
  createAzulForm,
  postForm,
  type SimulatorUnderTest,
  setUpPaymentSimulator,
} from '../../../server/testing/payment-simulator.ts';
import { signReturn } from './azul-order.ts';

let simulator: SimulatorUnderTest;

setUpPaymentSimulator((started) => {
  simulator = started;
});

const pageUrl = () => `${simulator.url}/PaymentPage/`;

/** Opens the page and follows its redirect. */
async function open(changes: Record<string, string> = {}) {
  const form = createAzulForm(simulator.merchant, changes);
  const opened = await postForm(pageUrl(), form);
  return { form, page: new URL(opened.headers.get('location') ?? '', simulator.url).href };
}

async function decide(page: string, outcome: string, card = '4012000033330026') {
  const location = (await postForm(page, { outcome, card })).headers.get('location') ?? '';
  return { location, query: Object.fromEntries(new URL(location, simulator.url).searchParams) };
}

test('a buyer who approves comes back to the approved address with AZUL’s signed query', async () => {
  const { form, page } = await open();
  const { location, query } = await decide(page, 'approve');
  expect(location).toMatch(`${simulator.merchant.url}/approved?payment=7f3a&OrderNumber=${form.OrderNumber}&`);
  expect(query).toMatchObject({
    Amount: '59000',
    Itbis: '9000',
    AuthorizationCode: expect.stringMatching(/^OK\d{4}$/),
    DateTime: expect.stringMatching(/^\d{14}$/),
    ResponseCode: 'ISO8583',
    IsoCode: '00',
    AuthHash: signReturn(query),
    CardNumber: '40120000****0026',
    DataVaultToken: '',
  });
});

test.each<[string, Record<string, string>]>([
  ['VALIDATION_ERROR:MerchantId', { MerchantId: '39000000002' }],
  ['VALIDATION_ERROR:Amount', { Amount: '590.00' }],
  ['VALIDATION_ERROR:DataVaultToken', { DataVaultToken: '2d0b8a2e-55a1-4f1c-9d2b-6f3b8f0e4a11' }],
  ['VALIDATION_ERROR:DeclinedUrl', { DeclinedUrl: 'javascript:alert(1)' }],
  ['INVALID_BASEDOMAIN:ApprovedUrl', { ApprovedUrl: 'https://elsewhere.example/approved' }],
  ['INVALID_BASEDOMAIN:DeclinedUrl', { DeclinedUrl: 'http://127.0.0.1:1@evil.example/' }],
])('the page shows %s for %j and opens no payment', async (error, changes) => {
  const form = createAzulForm(simulator.merchant, { OrderNumber: 'PKNOT0000000001', ...changes });
  const response = await postForm(pageUrl(), form);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`<code>${error}</code>`);
  expect(await (await fetch(`${simulator.url}/simulator/orders/${form.OrderNumber}`)).json()).toEqual([]);
});

test('the page shows INVALID_AUTH for a form that was changed after signing', async () => {
  const changed = await postForm(pageUrl(), { ...createAzulForm(simulator.merchant), Amount: '100', ITBIS: '000' });
  expect(await changed.text()).toContain('INVALID_AUTH:AuthHash');
});

// The webservice

async function call(query: string, body: object, auth2: string = SIMULATED_AZUL.auth2) {
  const response = await fetch(`${simulator.url}/webservices/JSON/Default.aspx${query}`, {
    method: 'POST',
    headers: { Auth1: SIMULATED_AZUL.auth1, Auth2: auth2 },
    body: JSON.stringify({ Channel: 'EC', Store: SIMULATED_AZUL.merchantId, ...body }),
  });
  return (await response.json()) as Record<string, string> & { Transactions: Record<string, unknown>[] };
}

const refund = (azulOrderId: string, amount: string, changes: object = {}) =>
  call('', {
    TrxType: 'Refund',
    AzulOrderId: azulOrderId,
    Amount: amount,
    Itbis: '000',
    CurrencyPosCode: '$',
    PosInputMode: 'E-Commerce',
    OrderNumber: 'PKREFUND0000001',
    AcquirerRefData: '1',
    OriginalDate: '20260915',
    ...changes,
  });

async function pay() {
  const { form, page } = await open();
  const { query } = await decide(page, 'approve');
  return { number: form.OrderNumber ?? '', azulOrderId: query.AzulOrderId ?? '' };
}

async function search() {
  const day = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10);
  return (await call('?SearchPayments', { DateFrom: day, DateTo: day })).Transactions;
}

test('a payment is refunded in part once, up to its amount, also by two at once, and the refund is listed', async () => {
  const { azulOrderId, number } = await pay();
  const OrderNumber = 'PKREFUND0000042';
  for (const amount of ['59001', '0']) {
    expect(await refund(azulOrderId, amount)).toMatchObject({ ErrorDescription: 'VALIDATION_ERROR:Amount' });
  }
  const refunds = await Promise.all([1, 2].map(() => refund(azulOrderId, '20000', { OrderNumber })));
  expect(refunds.map(({ IsoCode }) => IsoCode).sort()).toEqual(['', '00']);
  expect(refunds.map(({ ErrorDescription }) => ErrorDescription)).toContain(
    'The original transaction was already returned',
  );
  const listed = (await search()).filter((row) => [number, OrderNumber].includes(String(row.OrderNumber)));
  expect(listed).toMatchObject([
    { TransactionType: 'Sale', OrderNumber: number, Amount: '59000' },
    { TransactionType: 'Refund', OrderNumber, Amount: '20000' },
  ]);
});
