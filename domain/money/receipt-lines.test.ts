import { expect, test } from 'vitest';
import { receiptSchema } from './receipt.ts';
import { describeReceipt } from './receipt-lines.ts';

const ROW = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 42,
  legal_name: 'Parqueos del Caribe SRL',
  tax_number: '1-31-00000-1',
  legal_address: 'Av. Tiradentes 14',
  zone_name: 'Naco',
  space_name: 'A-01',
  place: null,
  // 3:05 to 5:05 PM in Santo Domingo.
  start_time: '2026-03-02T19:05:00Z',
  end_time: '2026-03-02T21:05:00Z',
  plate: 'A123456',
  amount: 590,
  tax: 90,
  tax_rate: 18,
  currency: 'DOP',
  paid_by: [{ method: 'card', paid_with: 'Visa ···· 1732', amount: 590 }],
  transaction_id: 'R7',
  issued_at: '2026-03-02T21:10:00Z',
};

const describe = (changes: object = {}, language: 'en' | 'es' = 'en') =>
  describeReceipt(receiptSchema.parse({ ...ROW, ...changes }), language);

test('a receipt says operator, reservation, price, tax and how it was paid, and that it is not fiscal', () => {
  const { title, operator, reservation, money, note } = describe();
  expect(title).toBe('Receipt 000042');
  expect(operator.map(({ value }) => value)).toEqual([
    'Parqueos del Caribe SRL',
    '1-31-00000-1',
    'Av. Tiradentes 14',
    'Mar\u00a02,\u00a02026, 5:10\u00a0PM',
  ]);
  expect(reservation.map(({ value }) => value)).toEqual([
    'A-01, Naco',
    'Mar\u00a02,\u00a02026, 3:05\u00a0– 5:05\u00a0PM',
    'A123456',
  ]);
  expect(money).toEqual([
    { name: 'Price without tax', value: 'RD$500.00' },
    { name: 'Tax (ITBIS 18%)', value: 'RD$90.00' },
    { name: 'Total paid', value: 'RD$590.00' },
    { name: 'Payment method', value: 'Visa ···· 1732' },
    { name: 'Transaction', value: 'R7' },
  ]);
  expect(note).toContain('not a fiscal receipt');
});

test('a refund has a title of its own, names the first receipt and is below zero', () => {
  const { title, operator, money } = describe(
    { amount: -100, tax: -15.25, corrects_number: 41, paid_by: [{ method: 'wallet', paid_with: null, amount: -100 }] },
    'es',
  );
  expect(title).toBe('Recibo de devolución 000042');
  expect(operator.at(-1)).toEqual({ name: 'Corrige el recibo', value: '000041' });
  expect(money.slice(0, 4).map(({ value }) => value)).toEqual(['−RD$84.75', '−RD$15.25', '−RD$100.00', 'Billetera']);
});

test('a note says why it modifies which document, has the operator as corrected, and no tax of the late part', () => {
  const document = {
    environment: 'ecf',
    type: '34',
    encf: 'E340000000001',
    expires_on: '2027-12-31',
    amount: 250,
    buyer_tax_number: null,
    buyer_name: null,
    security_code: 'T6CiyT',
    signed_at: '2026-03-03T02:00:00Z',
    is_contingency: false,
    modifies: 'E320000000009',
    is_whole: false,
    is_late: true,
    issuer: { tax_number: '131000002', name: 'Parqueos del Sur SRL', address: 'Calle 1', place_code: '320000' },
    lines: [{ rate: 18, amount: 250, tax: 0 }],
  };
  const { operator, fiscal } = describe({ amount: -250, tax: 0, fiscal_documents: [document] }, 'es');
  expect(operator.slice(0, 4).map(({ value }) => value)).toEqual([
    'Parqueos del Sur SRL',
    '1-31-00000-2',
    'Calle 1',
    'Santo Domingo',
  ]);
  expect(fiscal[0]?.title).toBe('Nota de Crédito Electrónica');
  expect(fiscal[0]?.lines.map(({ value }) => value)).toEqual([
    'E340000000001',
    '02-03-2026',
    'E320000000009',
    'Devolución de una parte de lo pagado',
  ]);
  expect(fiscal[0]?.items[1]?.join('|')).toMatch(
    /^1.00\|E Devolución de estacionamiento A-01, Naco, .*\|unidad\|RD\$250.00\|RD\$0.00/,
  );
  expect(fiscal[0]?.totals.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'Subtotal exento RD$250.00',
    'Devuelto RD$250.00',
  ]);
});

test.each([
  ['Paid with Wallet', 295, 'RD$295.00'],
  ['Given back to Wallet', -295, '−RD$295.00'],
] as const)('with two methods a receipt has the amount of each: %s', (name, amount, value) => {
  const card = { method: 'card', paid_with: 'Visa ···· 1732', amount };
  const { money } = describe({ amount: 2 * amount, paid_by: [{ method: 'wallet', paid_with: null, amount }, card] });
  expect(money.slice(3, 5)).toEqual([
    { name, value },
    { name: name.replace('Wallet', 'Visa ···· 1732'), value },
  ]);
});

test('what the operator or the reservation does not have is left out, and so is a rate that is not one', () => {
  const { operator, reservation, money } = describe({
    tax_number: null,
    legal_address: null,
    space_name: null,
    zone_name: null,
    plate: null,
    tax_rate: null,
  });
  expect(operator.map(({ name }) => name)).toEqual(['Operator', 'Issued']);
  expect(reservation.map(({ name }) => name)).toEqual(['Time']);
  expect(money[1]?.name).toBe('Tax (ITBIS)');
});
