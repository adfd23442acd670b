import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, refusalOf, withoutRules } from './as.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
await sql`select private.open_fiscal('ecf')`;
await sql`update public.installation_settings set currency = 'DOP'`;

// ## The formats of DGII, read as its tool does

const AMOUNT = /^\d{1,10}\.\d{2}$/;
const DAY = /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/;
const NCF = /^(B\d{10}|E\d{12})$/;
const MODIFIED = /^((B\d{10}|E\d{12}|[AP]\d{18}))?$/;
const EMPTY = /^$/;
const optional = (pattern: RegExp) => new RegExp(`${pattern.source}|^$`);
const amounts = (count: number) => Array.from({ length: count }, () => AMOUNT);

const LAYOUTS: Record<string, readonly RegExp[]> = {
  606: [
    /^(\d{9}|\d{11})$/,
    /^[12]$/,
    /^(0[1-9]|1[01])$/,
    NCF,
    MODIFIED,
    DAY,
    optional(DAY),
    ...amounts(8),
    EMPTY,
    /^(0[1-9])?$/,
    AMOUNT,
    EMPTY,
    ...amounts(3),
    /^0[1-7]$/,
  ],
  607: [
    /^(\d{9}|\d{11})?$/,
    /^[12]?$/,
    NCF,
    MODIFIED,
    /^0[1-6]$/,
    DAY,
    EMPTY,
    ...amounts(3),
    EMPTY,
    AMOUNT,
    EMPTY,
    ...amounts(10),
  ],
  608: [NCF, DAY, /^(0[1-9]|10)$/],
};

/** The fields of each line of a file, all pages of it. Fields count from one, as DGII counts them. */
async function readPaper(paper: string, month: string) {
  const lines: string[] = [];
  for (let place = '', count = 1000; count === 1000; ) {
    const page = await as(sql, cast.admin)<{ place: string; line: string }[]>`
      select * from public.papers_lines(${paper}, ${month}::text::date, ${place})`;
    lines.push(...page.map(({ line }) => line));
    count = page.length;
    place = page.at(-1)?.place ?? '';
  }
  return lines.map((line) => {
    const fields = line.split('|');
    const layout = LAYOUTS[paper] ?? [];
    expect(fields, line).toHaveLength(layout.length);
    for (const [index, field] of fields.entries())
      expect(field, `field ${index + 1} of ${line}`).toMatch(layout[index] ?? EMPTY);
    const [id = '', kind] = paper === '608' ? [] : fields;
    expect(kind ?? '').toBe({ 0: '', 9: '1', 11: '2' }[id.length]);
    return ['', ...fields];
  });
}
const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
const sum = (fields: readonly string[], first: number, last: number) =>
  fields.slice(first, last + 1).reduce((total, amount) => total + cents(amount), 0);

// ## Documents as they stand once DGII has decided

type NewDocument = {
  type?: '31' | '32' | '34';
  /** Amount and tax at each rate. */
  lines: [rate: number, amount: number, tax: number][];
  paid?: [form: number, amount: number][];
  signed?: string;
  state?: string;
  environment?: string;
  modifies?: string;
  isLate?: boolean;
  isContingency?: boolean;
};
let numbers = 0;

async function issue({ type = '32', lines, state = 'accepted', environment = 'ecf', ...more }: NewDocument) {
  const id = randomUUID();
  numbers += 1;
  const encf = `E${type}${String(numbers).padStart(10, '0')}`;
  const amount = lines.reduce((total, [, part]) => total + part, 0);
  const tax = lines.reduce((total, [, , part]) => total + part, 0);
  const paid = (more.paid ?? [[8, amount]]).map(([form, part]) => ({ form, amount: part }));
  const row = {
    id,
    receipt_id: randomUUID(),
    environment,
    type,
    encf,
    amount,
    tax,
    state,
    modifies: more.modifies ?? null,
    paid_by: sql.json(paid),
    is_late: more.isLate ?? false,
    is_contingency: more.isContingency ?? false,
    xml: '<ECF/>',
    security_code: 'AbC+/1',
    signed_at: more.signed ?? '2024-03-10T12:00:00Z',
    buyer_tax_number: type === '31' ? '132000005' : null,
    buyer_name: type === '31' ? 'Cliente SRL' : null,
  };
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.fiscal_documents ${tx(row)}`;
    for (const [rate, part, partTax] of lines) {
      const line = { document_id: id, rate, amount: part, tax: partTax, receipt_amount: part, receipt_tax: partTax };
      await tx`insert into public.fiscal_lines ${tx(line)}`;
    }
  });
  return { id, encf };
}

async function readBoxes(month: string) {
  const rows = await as(sql, cast.admin)<{ box: string; entries: string | null; amount: string }[]>`
    select * from public.papers_it1(${month}::text::date)`;
  return Object.fromEntries(rows.map(({ box, entries, amount }) => [box, [Number(entries ?? 0), Number(amount)]]));
}

const PURCHASE = {
  supplier: '131000002',
  supplier_name: 'Luz y Fuerza SRL',
  ncf: 'E310000000042',
  issued_on: '2024-03-15',
  cost_type: 2,
  services: '1000.00',
  tax: '180.00',
  paid_with: 2,
};
const buy = (purchase: Record<string, string | number | null>) =>
  as(sql, cast.admin)`insert into public.purchases ${sql({ ...PURCHASE, ...purchase })}`;

test('the boxes and the 607 of a month have each accepted document once, by rate, kind and form of payment', async () => {
  await issue({
    lines: [[18, 590, 90]],
    paid: [
      [1, 400],
      [3, 190],
    ],
  });
  // A stay with two rates, signed in the last second of March in Santo Domingo.
  const both = await issue({
    type: '31',
    lines: [
      [18, 118, 18],
      [0, 50, 0],
    ],
    paid: [[3, 168]],
    signed: '2024-04-01T03:59:59Z',
    state: 'conditional',
    isContingency: true,
  });
  await issue({ lines: [[16, 290_000, 40_000]], paid: [[8, 290_000]] });
  const note = await issue({ type: '34', lines: [[18, 59, 9]], paid: [[3, 59]], modifies: both.id });
  await issue({ type: '34', lines: [[18, 100, 0]], paid: [[3, 100]], modifies: both.id, isLate: true });
  // None of these is declared in March.
  await issue({ lines: [[18, 1180, 180]], signed: '2024-04-01T04:00:00Z' });
  await issue({ lines: [[18, 1180, 180]], signed: '2024-03-01T03:59:59Z' });
  await issue({ lines: [[18, 1180, 180]], state: 'rejected' });
  await issue({ lines: [[18, 1180, 180]], state: 'sent', isContingency: true });
  await issue({ lines: [[18, 1180, 180]], environment: 'testecf' });

  const boxes = await readBoxes('2024-03-31');
  expect(boxes).toMatchObject({
    A1: [1, 150],
    A2: [2, 250_500],
    A4: [1, 50],
    A11: [4, 250_600],
    A12: [0, 400],
    A14: [0, 299],
    A18: [0, 290_000],
    A19: [0, 290_699],
    A43: [1, 100],
    A27: [0, 0],
    1: [4, 250_600],
    4: [0, 50],
    10: [0, 250_550],
    11: [0, 550],
    12: [0, 250_000],
    16: [0, 99],
    17: [0, 40_000],
    21: [0, 40_099],
    26: [0, 40_099],
    27: [0, 0],
    33: [0, 40_099],
    38: [0, 40_099],
    C1: [1, 500],
    C2: [0, 90],
    C12: [0, 400],
    C14: [0, 190],
    C18: [0, 0],
  });
  expect(boxes[1]?.[1]).toBe((boxes[9]?.[1] ?? 0) + (boxes[10]?.[1] ?? 0));
  expect(boxes.A19?.[1]).toBe((boxes.A11?.[1] ?? 0) + (boxes[21]?.[1] ?? 0));
  expect((await readBoxes('2024-04-01')).A2).toEqual([1, 1000]);

  const sales = await readPaper('607', '2024-03-01');
  expect(sales.map((fields) => fields[3]?.slice(0, 3)).toSorted()).toEqual(['E31', 'E32', 'E34', 'E34']);
  expect(sales.find((fields) => fields[3] === note.encf)?.[4]).toBe(both.encf);
  for (const fields of sales) expect(sum(fields, 17, 23)).toBe(sum(fields, 8, 9));
  expect(sales.find((fields) => fields[3] === both.encf)).toMatchObject({
    1: '132000005',
    6: '20240331',
    9: '18.00',
    19: '168.00',
  });
});

test('what acquirers withheld by the statements of a month is taken off what is to be paid', async () => {
  await issue({ lines: [[18, 1180, 180]], signed: '2022-05-10T12:00:00Z' });
  await sql`
    insert into public.settlements (id, provider, number, period_start, period_end, deposit_date, gross, commission, tax, withheld,
      deposit, file_hash, imported_by, posted_at)
    values (${randomUUID()}, 'azul', '1', '2022-05-01', '2022-05-09', '2022-05-10', 1180, 0, 0, 23.6, 1156.4, ${'a'.repeat(64)},
      ${cast.admin.id}, '2022-05-10T12:00:00Z')`;
  expect(await readBoxes('2022-05-01')).toMatchObject({ A27: [0, 23.6], 26: [0, 180], 30: [0, 23.6], 38: [0, 156.4] });
  await sql`insert into public.exchange_rates (day, rate) values ('2022-05-02', 50), ('2022-05-11', 60)`;
  await withoutRules(sql)`update public.installation_settings set currency = 'USD'`;
  expect(await readBoxes('2022-05-01')).toMatchObject({ A27: [0, 1180] });
  await withoutRules(sql)`update public.installation_settings set currency = 'DOP'`;
});

test('a document that was issued again is declared under its new number alone', async () => {
  const rejected = await issue({ lines: [[18, 236, 36]], signed: '2023-01-10T12:00:00Z', state: 'rejected' });
  await issue({ lines: [[18, 236, 36]], signed: '2023-01-11T12:00:00Z' });
  await sql`update public.fiscal_documents set reissued_at = now() where id = ${rejected.id}`;
  expect(await readBoxes('2023-01-01')).toMatchObject({ A2: [1, 200], 16: [0, 36] });
});

test('purchases deduct their ITBIS in the month of their date, and what is withheld is owed in that of their payment', async () => {
  await buy({});
  await buy({
    ncf: 'B0100000007',
    services: '100.00',
    goods: '200.00',
    tax: '54.00',
    paid_on: '2024-03-20',
    paid_with: 1,
  });
  await buy({ ncf: 'E340000000001', modifies_ncf: 'E310000000042', services: '100.00', tax: '18.00' });
  const withheld = { paid_on: '2024-05-02', tax_withheld: '54.00', income_withheld: '30.00', income_withheld_type: 2 };
  await buy({ ncf: 'E410000000003', supplier: '00100000009', services: '300.00', tax: '54.00', ...withheld });

  const march = await readPaper('606', '2024-03-10');
  expect(
    march.map((fields) => [fields[4], fields[7], fields[12], fields[17], fields[18], fields[23]]).toSorted(),
  ).toEqual([
    ['B0100000007', '20240320', '0.00', '', '0.00', '01'],
    ['E310000000042', '', '0.00', '', '0.00', '02'],
    ['E340000000001', '', '0.00', '', '0.00', '02'],
    ['E410000000003', '', '0.00', '', '0.00', '04'],
  ]);
  for (const fields of march) {
    expect(cents(fields[10])).toBe(sum(fields, 8, 9));
    expect(cents(fields[15])).toBe(cents(fields[11]) - cents(fields[14]));
  }
  expect(await readBoxes('2024-03-01')).toMatchObject({
    22: [0, 36],
    23: [0, 234],
    25: [0, 270],
    A56: [0, 270],
    60: [0, 0],
  });

  const may = await readPaper('606', '2024-05-31');
  expect(may).toMatchObject([
    { 4: 'E410000000003', 6: '20240315', 7: '20240502', 12: '54.00', 17: '02', 18: '30.00', 23: '02' },
  ]);
  expect(await readBoxes('2024-05-01')).toMatchObject({ 25: [0, 0], 27: [0, 0], 60: [0, 54] });
  expect(await readPaper('606', '2024-04-01')).toEqual([]);
});

test.each([
  ['of consumers', { ncf: 'E320000000001' }],
  ['whose tax is over 18 percent', { tax: '190.00' }],
  ['with something withheld before it is paid', { tax_withheld: '100.00' }],
  ['with income tax of no type', { income_withheld: '10.00', paid_on: '2024-03-16' }],
  ['that is a note of nothing', { ncf: 'B0400000001' }],
  ['that modifies and is no note', { modifies_ncf: 'E310000000041' }],
  ['that costs nothing', { services: '0.00', tax: '0.00' }],
  ['of the same number twice', {}],
])('a purchase %s is refused', async (_, wrong) => {
  expect(
    await refusalOf(buy({ ncf: 'E310000000099', ...(Object.keys(wrong).length ? wrong : { ncf: 'E310000000042' }) })),
  ).toBeTruthy();
});

test('a document that DGII confirms is offered until it is a purchase, with what its XML says', async () => {
  const xml = '<ECF><TotalITBIS>90.00</TotalITBIS><NCFModificado>E310000000011</NCFModificado></ECF>';
  const received = (encf: string, signer: string, state: string) => sql`
    insert into public.fiscal_received
      (kind, environment, issuer, buyer, encf, issuer_name, issued_on, amount, signer, security_code, xml, state, confirmed_at)
    values ('document', 'ecf', '131000002', '101010632', ${encf}, 'Agua SRL', '2024-06-30', 590, ${signer}, 'AbC+/1', ${xml},
      ${state}, ${state === 'confirmed' ? new Date() : null})`;
  await received('E340000000005', 'Ana', 'confirmed');
  await received('E340000000005', 'Beto', 'unconfirmed');
  await received('E320000000006', 'Ana', 'confirmed');
  const list = () => as(sql, cast.admin)`select * from public.papers_purchases('2024-06-01')`;
  expect(await list()).toMatchObject([
    {
      id: null,
      supplier: '131000002',
      modifies_ncf: 'E310000000011',
      services: '500.00',
      tax: '90.00',
      cost_type: null,
    },
  ]);
  await buy({ ncf: 'E340000000005', modifies_ncf: 'E310000000011', issued_on: '2024-06-30' });
  expect(await list()).toMatchObject([{ supplier_name: 'Luz y Fuerza SRL', cost_type: 2 }]);
});

test('the 608 has each number that DGII has voided in the month, by pages', async () => {
  const voided = (type: string, first: number, last: number, state = 'accepted', environment = 'ecf') => sql`
    insert into public.fiscal_voids (environment, type, first_number, last_number, state, created_at)
    values (${environment}, ${type}, ${first}, ${last}, ${state}, '2024-07-05T12:00:00Z')`;
  await voided('32', 101, 2600);
  await voided('31', 7, 7);
  await voided('34', 1, 3, 'rejected');
  await voided('34', 4, 5, 'accepted', 'testecf');
  const lines = await readPaper('608', '2024-07-01');
  expect(lines).toHaveLength(2501);
  expect(new Set(lines.map((fields) => fields[1])).size).toBe(2501);
  expect(lines[0]).toEqual(['', 'E310000000007', '20240705', '08']);
  expect(lines.at(-1)?.[1]).toBe('E320000002600');
});

test('each change of a purchase is in the audit log', async () => {
  const [logged] = await sql`select count(*)::int as count from public.audit_log where subject_table = 'purchases'`;
  expect(logged?.count).toBeGreaterThan(3);
});
