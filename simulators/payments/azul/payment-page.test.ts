import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SIMULATED_AZUL } from '../../../server/payments/simulated-accounts.ts';
import {
  createAzulForm,
  postForm,
  type SimulatorUnderTest,
  setFaults,
} from '../../../server/testing/payment-simulator.ts';
import { setUpPaymentSimulator } from '../../../server/testing/set-up-payment-simulator.ts';

let simulator: SimulatorUnderTest;

setUpPaymentSimulator((started) => {
  simulator = started;
});

const pageUrl = () => `${simulator.url}/PaymentPage/`;

/** Opens the page and follows its redirect. */
async function open(changes: Record<string, string> = {}) {
  const form = createAzulForm(simulator.merchant, changes);
  const opened = await postForm(pageUrl(), form);
  const page = new URL(opened.headers.get('location') ?? '', simulator.url).href;
  return { form, opened, page };
}

async function decide(page: string, outcome: string, card = '4012000033330026') {
  const response = await postForm(page, { outcome, card });
  const location = response.headers.get('location') ?? '';
  return { response, location, query: Object.fromEntries(new URL(location, simulator.url).searchParams) };
}

const SIGNED = [
  'OrderNumber',
  'Amount',
  'AuthorizationCode',
  'DateTime',
  'ResponseCode',
  'IsoCode',
  'ResponseMessage',
  'ErrorDescription',
  'RRN',
];

const sign = (query: Record<string, string>, encoding: BufferEncoding = 'utf16le') =>
  createHmac('sha512', SIMULATED_AZUL.authKey)
    .update(Buffer.from(SIGNED.map((field) => query[field]).join('') + SIMULATED_AZUL.authKey, encoding))
    .digest('hex');

test('a buyer who approves comes back to the approved address with AZUL’s query', async () => {
  const { form, opened, page } = await open();
  expect(opened.status).toBe(303);
  const { response, location, query } = await decide(page, 'approve');
  expect(response.status).toBe(303);
  expect(location).toMatch(`${simulator.merchant.url}/approved?payment=7f3a&OrderNumber=${form.OrderNumber}&`);
  expect([...new URL(location).searchParams.keys()]).toEqual(
    'payment OrderNumber Amount Itbis AuthorizationCode DateTime ResponseCode IsoCode ResponseMessage ErrorDescription RRN AuthHash CustomOrderId CardNumber DataVaultToken DataVaultExpiration DataVaultBrand AzulOrderId DCCOffered DCCApplied DCCCurrency DCCCurrencyAlpha DCCExchangeRate DCCMarkup DCCAmount Discounted'.split(
      ' ',
    ),
  );
  expect(query).toMatchObject({
    Amount: '59000',
    Itbis: '9000',
    AuthorizationCode: expect.stringMatching(/^OK\d{4}$/),
    DateTime: expect.stringMatching(/^\d{14}$/),
    ResponseCode: 'ISO8583',
    IsoCode: '00',
    ResponseMessage: 'APROBADA',
    ErrorDescription: '',
    AuthHash: sign(query),
    CustomOrderId: '',
    CardNumber: '40120000****0026',
    DataVaultToken: '',
  });
});

test.each([
  ['decline', '05'],
  ['decline-51', '51'],
  ['decline-54', '54'],
  ['decline-91', '91'],
])('a buyer whose outcome is %s comes back to the declined address with %s', async (outcome, isoCode) => {
  const { page } = await open();
  const { location, query } = await decide(page, outcome);
  expect(location).toMatch(`${simulator.merchant.url}/declined?payment=7f3a&`);
  expect(query).toMatchObject({ IsoCode: isoCode, AuthorizationCode: '', ResponseMessage: 'DECLINADA' });
  expect(query.AuthHash).toBe(sign(query));
});

test('a buyer who leaves comes back to the cancel address with nothing added, and can still pay', async () => {
  const { page } = await open();
  expect((await decide(page, 'leave')).location).toBe(`${simulator.merchant.url}/cancelled?payment=7f3a`);
  expect((await decide(page, 'approve')).query.IsoCode).toBe('00');
});

test('the card with a limit is declined above 75 pesos only', async () => {
  const limited = '4005520000000129';
  const low = await open({ Amount: '7500', ITBIS: '000' });
  expect((await decide(low.page, 'approve', limited)).query.IsoCode).toBe('00');
  const high = await open({ Amount: '7501', ITBIS: '000' });
  expect((await decide(high.page, 'approve', limited)).query.IsoCode).toBe('05');
});

test('a request signed in UTF-16LE is taken too', async () => {
  const response = await postForm(pageUrl(), createAzulForm(simulator.merchant, {}, 'utf16le'));
  expect(response.status).toBe(303);
});

test.each<[string, Record<string, string>]>([
  ['INVALID_MERCHANTID', { MerchantId: '39000000002' }],
  ['VALIDATION_ERROR:OrderNumber', { OrderNumber: 'PK-1' }],
  ['VALIDATION_ERROR:OrderNumber', { OrderNumber: 'PK00000000000042' }],
  ['VALIDATION_ERROR:Amount', { Amount: '590.00' }],
  ['VALIDATION_ERROR:Amount', { Amount: '059000' }],
  ['VALIDATION_ERROR:Amount', { Amount: '0' }],
  ['VALIDATION_ERROR:ITBIS', { ITBIS: '0' }],
  ['VALIDATION_ERROR:ITBIS', { ITBIS: '59001' }],
  ['VALIDATION_ERROR:CurrencyCode', { CurrencyCode: 'DOP' }],
  ['VALIDATION_ERROR:CustomField1Label', { CustomField1Label: '' }],
  ['VALIDATION_ERROR:CustomField2Value', { CustomField2Value: 'unused' }],
  ['VALIDATION_ERROR:TrxType', { TrxType: 'Hold' }],
  ['VALIDATION_ERROR:AltMerchantName', { AltMerchantName: 'a "quoted" name' }],
  ['VALIDATION_ERROR:MerchantName', { MerchantName: 'PARQUEO\u0000' }],
  ['VALIDATION_ERROR:DataVaultToken', { DataVaultToken: '00000000-0000-0000-0000-000000000000' }],
  ['INVALID_BASEDOMAIN:ApprovedUrl', { ApprovedUrl: 'https://elsewhere.example/approved' }],
  ['INVALID_BASEDOMAIN:CancelUrl', { CancelUrl: 'http://127.0.0.1:1/' }],
  ['INVALID_BASEDOMAIN:DeclinedUrl', { DeclinedUrl: 'http://127.0.0.1:1@evil.example/' }],
  ['VALIDATION_ERROR:DeclinedUrl', { DeclinedUrl: 'javascript:alert(1)' }],
])('the page shows %s for %j and opens no payment', async (error, changes) => {
  const form = createAzulForm(simulator.merchant, { OrderNumber: 'PKNOT0000000001', ...changes });
  const response = await postForm(pageUrl(), form);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`<code>${error}</code>`);
  const stored = await fetch(`${simulator.url}/simulator/orders/${encodeURIComponent(form.OrderNumber ?? '')}`);
  expect(await stored.json()).toEqual([]);
});

test('the page shows INVALID_AUTH for a form that was changed after signing, or has another name of a field', async () => {
  const form = createAzulForm(simulator.merchant);
  const changed = await postForm(pageUrl(), { ...form, Amount: '100', ITBIS: '000' });
  expect(await changed.text()).toContain('INVALID_AUTH:AuthHash');
  const { MerchantId = '', ...others } = form;
  const renamed = await postForm(pageUrl(), { ...others, MerchantID: MerchantId });
  expect(await renamed.text()).toContain('VALIDATION_ERROR:MerchantId');
  const twice = await fetch(pageUrl(), {
    method: 'POST',
    body: new URLSearchParams([...Object.entries(form), ['Amount', '1']]),
  });
  expect(await twice.text()).toContain('VALIDATION_ERROR:Amount');
});

test('a saved card comes back as a token, with which the next payment is made', async () => {
  const first = await open({ SaveToDataVault: '1' });
  const { query } = await decide(first.page, 'approve', '5413330089600119');
  expect(query).toMatchObject({
    DataVaultToken: expect.stringMatching(/^[0-9A-F-]{36}$/),
    DataVaultBrand: 'MASTERCARD',
    DataVaultExpiration: '203412',
  });
  const second = await open({ DataVaultToken: query.DataVaultToken ?? '' });
  expect(await (await fetch(second.page)).text()).toContain('54133300****0119');
  const again = await decide(second.page, 'approve', '4012000033330026');
  expect(again.query).toMatchObject({ DataVaultToken: query.DataVaultToken, CardNumber: '54133300****0119' });
});

test('a declined payment saves no card', async () => {
  const { page } = await open({ SaveToDataVault: '1' });
  expect((await decide(page, 'decline-51')).query.DataVaultToken).toBe('');
});

test('two presses at once try the payment once', async () => {
  const { page } = await open();
  const decided = await Promise.all([decide(page, 'approve'), decide(page, 'approve')]);
  const toMerchant = decided.filter(({ location }) => location.startsWith(simulator.merchant.url));
  expect(toMerchant).toHaveLength(1);
});

test('a form that is sent twice is charged twice, as AZUL promises nothing else', async () => {
  const { form, page } = await open();
  const again = await postForm(pageUrl(), form);
  const secondPage = new URL(again.headers.get('location') ?? '', simulator.url).href;
  const charged = [await decide(page, 'approve'), await decide(secondPage, 'approve')];
  expect(charged.map(({ query }) => [query.OrderNumber, query.IsoCode])).toEqual([
    [form.OrderNumber, '00'],
    [form.OrderNumber, '00'],
  ]);
  expect(charged[0]?.query.AzulOrderId).not.toBe(charged[1]?.query.AzulOrderId);
});

test('a page that was decided shows the way back, which stays the same', async () => {
  const { page } = await open();
  const { location } = await decide(page, 'approve');
  const html = await (await fetch(page)).text();
  expect(html).toContain(location.replaceAll('&', '&amp;'));
  expect((await decide(page, 'decline')).response.headers.get('location')).toBe(new URL(page).pathname);
});

test.each<[string, (query: Record<string, string>) => boolean]>([
  [
    'return-altered-amount',
    (query) => query.AuthHash === sign({ ...query, Amount: '59000' }) && query.Amount !== '59000',
  ],
  ['return-altered-hash', (query) => /^[0-9a-f]{128}$/.test(query.AuthHash ?? '') && query.AuthHash !== sign(query)],
  ['return-without-hash', (query) => query.AuthHash === undefined],
  ['return-utf8-hash', (query) => query.AuthHash === sign(query, 'utf8')],
])('the outcome %s alters what comes back', async (outcome, isAltered) => {
  const { page } = await open();
  expect(isAltered((await decide(page, outcome)).query)).toBe(true);
});

test('a declined payment can come back to the approved address, signed', async () => {
  const { page } = await open();
  const { location, query } = await decide(page, 'return-declined-to-approved');
  expect(location).toContain('/approved?');
  expect([query.IsoCode, query.AuthHash]).toEqual(['51', sign(query)]);
});

test('a buyer can never return, or later when they choose', async () => {
  const never = await open();
  expect((await decide(never.page, 'return-never')).location).toBe(new URL(never.page).pathname);
  expect(await (await fetch(never.page)).text()).not.toContain('<a ');
  const late = await open();
  expect((await decide(late.page, 'return-late')).location).toBe(new URL(late.page).pathname);
  expect(await (await fetch(late.page)).text()).toContain(`${simulator.merchant.url}/approved?`);
});

test('a buyer can return twice', async () => {
  const { page } = await open();
  const before = simulator.merchant.received.length;
  const { location } = await decide(page, 'return-twice');
  expect(simulator.merchant.received.slice(before).map(({ url }) => url)).toEqual([
    location.slice(simulator.merchant.url.length),
  ]);
});

test('a buyer can pay while the connection drops', async () => {
  const { page } = await open();
  await expect(decide(page, 'dropped-response')).rejects.toThrow();
  expect(await (await fetch(`${page}?again`)).text()).toContain('fue aprobado');
});

test('faults for the next order are for one order', async () => {
  await setFaults(simulator, 'next', ['decline-54']);
  const [first, second] = [await open(), await open()];
  expect((await decide(first.page, 'approve')).query.IsoCode).toBe('54');
  expect((await decide(second.page, 'approve')).query.IsoCode).toBe('00');
});

test('the page can be down, fail and be slow, while the contingency host is up', async () => {
  const form = createAzulForm(simulator.merchant);
  await setFaults(simulator, 'every', ['host-down']);
  await expect(postForm(pageUrl(), form)).rejects.toThrow();
  expect((await postForm(`${simulator.contingencyUrl}/PaymentPage/Default.aspx`, form)).status).toBe(303);
  await setFaults(simulator, 'every', ['server-error']);
  expect((await postForm(pageUrl(), form)).status).toBe(500);
  await setFaults(simulator, 'every', ['slow'], 0.05);
  expect((await postForm(pageUrl(), form)).status).toBe(303);
});

test('the page loads nothing, runs nothing, and its forms lead to the merchant only', async () => {
  const { page } = await open({ Locale: 'EN' });
  const response = await fetch(page);
  expect(response.headers.get('content-security-policy')).toMatch(
    new RegExp(
      `^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self' ${simulator.merchant.url}; frame-ancestors 'none'$`,
    ),
  );
  const html = await response.text();
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('$590.00');
  expect(html).not.toMatch(/<script|style="|onclick/);
});

test('texts of the merchant stay text on the page', async () => {
  const { page } = await open({ CustomField1Value: '<img src=x onerror=alert(1)>' });
  expect(await (await fetch(page)).text()).toContain('&lt;img src=x onerror=alert(1)&gt;');
});
