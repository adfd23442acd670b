import { expect, test } from 'vitest';
import { readStatement } from './read-statement.ts';

const read = (text: string, name = 'AZUL-2026-10.csv') => readStatement(new File([text], name));
const line = (more: object) => ({ provider_order: '', reference: '', tax: '0.00', withheld: '0.00', ...more });

test.each([
  ['commas, in Spanish', ',', 'Fecha,Tipo,No. Orden,RRN,Monto,Comisión,ITBIS Comisión,ITBIS Retenido,Neto'],
  ['semicolons, in English', ';', 'Date;Type;Order number;Reference;Gross;Commission;Tax on commission;Withheld;Net'],
  ['tabs', '\t', 'Fecha\tTipo\tOrden\tReferencia\tBruto\tComision\tITBIS\tRetencion\tMonto neto'],
])('AZUL’s statement is read with %s', async (_, delimiter, headers) => {
  const rows = [
    ['03/10/2026', 'Venta', 'A1', '77', '"1,234.56"', '37.04', '6.67', '24.69', '"1,166.16"'],
    ['05/10/2026', 'Devolución', 'A2', '78', '100.00', '3.00', '0.54', '2.00', '94.46'],
    ['05/10/2026', 'Contracargo ganado', 'A3', '79', '50.00', '', '', '', ''],
    ['31/10/2026', 'Cargo mensual', '', '', '500.00', '', '90.00', '', '-590.00'],
    ['TOTAL', '', '', '', '', '', '', '', '531.70'],
  ];
  const { lines, ...statement } = await read([headers, ...rows.map((cells) => cells.join(delimiter))].join('\r\n'));
  expect(statement).toMatchObject({
    provider: 'azul',
    number: 'AZUL-2026-10',
    period_start: '2026-10-03',
    period_end: '2026-10-31',
    deposit: '531.70',
    sum: 53_170,
  });
  expect(lines).toEqual([
    line({
      number: 2,
      kind: 'sale',
      provider_order: 'A1',
      reference: '77',
      gross: '1234.56',
      commission: '37.04',
      tax: '6.67',
      withheld: '24.69',
      net: '1166.16',
    }),
    line({
      number: 3,
      kind: 'refund',
      provider_order: 'A2',
      reference: '78',
      gross: '-100.00',
      commission: '-3.00',
      tax: '-0.54',
      withheld: '-2.00',
      net: '-94.46',
    }),
    line({
      number: 4,
      kind: 'dispute',
      provider_order: 'A3',
      reference: '79',
      gross: '50.00',
      commission: '0.00',
      net: '50.00',
    }),
    line({ number: 5, kind: 'fee', gross: '0.00', commission: '500.00', tax: '90.00', net: '-590.00' }),
  ]);
});

const readPayPal = (totals = '"SF","USD","1000","8000","0","79"', currency = 'USD') => {
  const row = (...cells: string[]) => ['SB', ...cells].map((cell) => `"${cell}"`).join(',');
  return read(
    [
      '"RH","2026/11/01 03:00:00 -0400","A","M","012"',
      '"FH","1"',
      '"SH","2026/10/31 00:00:00 -0400","2026/10/31 23:59:59 -0400","M",""',
      '"CH","Transaction ID","PayPal Reference ID","Transaction Event Code","Transaction Completion Date","Transaction Debit or Credit","Gross Transaction Amount","Gross Transaction Currency","Fee Debit or Credit","Fee Amount"',
      row('CAP1', 'ORDER1', 'T0006', '2026/10/31 10:00:00 -0400', 'CR', '1000', 'USD', 'DR', '79'),
      row('REF1', 'CAP1', 'T1107', '2026/10/31 11:00:00 -0400', 'DR', '400', 'USD', '', ''),
      row('BACK', 'CAP1', 'T1201', '2026/10/31 12:00:00 -0400', 'DR', '600', 'USD', '', ''),
      row('FEE1', '', 'T0106', '2026/10/31 12:00:00 -0400', 'DR', '2000', 'USD', '', ''),
      row('OUT', '', 'T0400', '2026/10/31 13:00:00 -0400', 'DR', '5000', currency, '', ''),
      totals,
      '"SC","5"',
    ].join('\n'),
    'STL-20261031.01.CSV',
  );
};

test('PayPal’s report has cents, and its sign in another column; its transfers to the bank are no lines', async () => {
  const { lines, ...statement } = await readPayPal();
  expect(statement).toMatchObject({ provider: 'paypal', currency: 'USD', sum: -2079, period_end: '2026-10-31' });
  expect(lines.map(({ kind, reference, gross, commission, net }) => [kind, reference, gross, commission, net])).toEqual(
    [
      ['sale', 'CAP1', '10.00', '0.79', '9.21'],
      ['refund', 'REF1', '-4.00', '0.00', '-4.00'],
      ['dispute', 'BACK', '-6.00', '0.00', '-6.00'],
      ['fee', 'FEE1', '0.00', '20.00', '-20.00'],
    ],
  );
});

test('PayPal’s rows of totals have to be the sum of its rows', async () => {
  const problem = { key: 'settlement-totals', values: { message: '-70.80 ≠ -70.79' } };
  await expect(readPayPal('"SF","USD","1000","8000","0","80"')).rejects.toMatchObject(problem);
  await expect(readPayPal('')).rejects.toMatchObject({ values: { message: '0.00 ≠ -70.79' } });
  const sections = '"SF","USD",1000,8000,0,0,"CR",0\n"SF","USD",0,0,0,79,"CR",0';
  expect(await readPayPal(sections)).toMatchObject({ sum: -2079 });
});

test('a statement with rows in two currencies is in both, which no installation is', async () => {
  expect(await readPayPal(undefined, 'EUR')).toMatchObject({ currency: 'USD, EUR' });
});

test.each(['12,34', '1.234,56', 'ten'])('an amount that is none, such as %s, names its row', async (amount) => {
  await expect(read(`Tipo;Monto\nVenta;10.00\nVenta;${amount}`)).rejects.toMatchObject({
    key: 'settlement-line-malformed',
    values: { message: '3' },
  });
});
