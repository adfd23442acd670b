import { describe, expect, test } from 'vitest';
import { as, fillWallets, refusalOf, withoutRules } from './as.ts';
import { type FiscalDocument, openFiscalWorld } from './fiscal-world.ts';
import { paidFor } from './money-world.ts';
import { bookPaidReservation, doDueWork, endReservation } from './paid-reservations.ts';

const { sql, cast, claim, sign, report, ...fiscal } = await openFiscalWorld();
const { addRange, list, endPaidReservation, refund, acceptAll, wantDocument } = fiscal;
for (const type of ['31', '32', '34']) await addRange(type);

test('a charge for staying longer that was paid has a note when it is waived', async () => {
  await fillWallets(sql);
  const reservation = await bookPaidReservation(sql, cast.ana, { from: -2 });
  await withoutRules(sql)`
    update public.parking_zones set overstay = '{"grace": 10, "rate": "fixed", "value": 100, "cap": 500}', overstay_since = '2020-01-01'
    where id = private.zone_of_reservation(${reservation})`;
  await endReservation(sql, cast.ana, reservation);
  await doDueWork(sql);
  await acceptAll();
  await as(
    sql,
    cast.admin,
  )`select public.pay_overstay(${reservation}, 'free', reason => 'The exit was closed for a while')`;
  await doDueWork(sql);
  await acceptAll();
  const [document, note] = await list(reservation);
  expect(document).toMatchObject({ type: '32', amount: '790.00' });
  expect(note).toMatchObject({ type: '34', state: 'accepted', amount: '200.00', modifies: document?.id });
});

describe('a rejected document is issued again', () => {
  type Correction = { spent?: boolean; number?: string | null; name?: string | null; reason?: string };

  async function rejectAndReissue({ spent = true, number = null, name = null, reason }: Correction = {}) {
    const reservation = await endPaidReservation();
    const [rejected] = await claim();
    await sign(rejected?.id ?? '');
    await report(rejected?.id ?? '', 'rejected', spent);
    await as(sql, cast.admin)`
      select public.reissue_fiscal_document(${rejected?.id ?? ''}, ${reason ?? 'El cliente dio otro RNC'}, ${number}, ${name})`;
    const [again] = await sql<FiscalDocument[]>`
      select d.* from public.fiscal_documents d join public.receipts r on r.id = d.receipt_id
      where r.reservation_id = ${reservation} and d.reissued_at is null`;
    return { reservation, rejected, again };
  }

  test('to the buyer that the desk gives, with a note’s buyer, a voided number, an entry in the log and a mail', async () => {
    const { reservation, rejected, again } = await rejectAndReissue({
      spent: false,
      number: '1-32-00000-5',
      name: ' Sol SRL ',
    });
    expect(again).toMatchObject({ type: '31', state: 'due', buyer_tax_number: '132000005', buyer_name: 'Sol SRL' });
    const number = rejected?.encf?.slice(3).replace(/^0+/, '');
    expect(
      await sql`select * from public.fiscal_voids where type = '32' order by created_at desc limit 1`,
    ).toMatchObject([{ first_number: number, last_number: number }]);
    const [entry] =
      await sql`select * from public.audit_log where subject_table = 'fiscal_documents' order by id desc limit 1`;
    expect(entry).toMatchObject({
      actor_id: cast.admin.id,
      before: { buyer_tax_number: null },
      after: { buyer_tax_number: '132000005', reason: 'El cliente dio otro RNC', encf: rejected?.encf },
    });
    await refund(reservation, 100);
    await acceptAll();
    expect((await list(reservation)).at(-1)).toMatchObject({ type: '34', buyer_tax_number: '132000005' });
    const mails = await sql`
      select content #> '{receipt,fiscal_documents,0}' as document from public.notifications
      where reservation_id = ${reservation} and kind = 'receipt' and content #>> '{receipt,corrects_number}' is null`;
    expect(mails).toMatchObject([{ document: { type: '31', buyer_tax_number: '132000005' } }]);
  });

  test('to the consumer, and never under a number that has expired', async () => {
    await wantDocument(cast.ana);
    const expired = sql`update public.fiscal_documents set expires_on = '2020-01-01' where state = 'numbered'`;
    const reservation = await endPaidReservation();
    const [rejected] = await claim();
    await expired;
    await report(rejected?.id ?? '', 'rejected', false);
    await as(sql, cast.admin)`
      select public.reissue_fiscal_document(${rejected?.id ?? ''}, 'Vencido antes de firmarse', '132000005', 'Cliente SRL')`;
    expect(await list(reservation)).toMatchObject([{ type: '31' }, { type: '31', state: 'due', encf: null }]);
    await as(sql, cast.ana)`delete from public.fiscal_buyers`;
    await acceptAll();
    expect((await rejectAndReissue()).again).toMatchObject({ type: '32', buyer_tax_number: null });
    await acceptAll();
  });

  test('with the operator as the settings have it now', async () => {
    const { again, rejected } = await rejectAndReissue({ spent: false });
    expect(again).toMatchObject({
      state: 'numbered',
      encf: rejected?.encf,
      issuer: { name: 'Parqueos del Caribe SRL' },
    });
    await report(again?.id ?? '', 'rejected', false);
    await sql`update public.installation_settings set legal_name = 'Parqueos del Sur SRL', tax_number = '1-31-00000-2'`;
    await as(sql, cast.admin)`select public.reissue_fiscal_document(${again?.id ?? ''}, 'El nombre estaba mal')`;
    const [corrected] = await sql`select issuer from public.fiscal_documents where state = 'numbered'`;
    expect(corrected?.issuer).toMatchObject({ name: 'Parqueos del Sur SRL', tax_number: '131000002' });
    await acceptAll();
  });

  test('with a reason, and a buyer whose number is one', async () => {
    await expect(rejectAndReissue({ reason: 'error' })).rejects.toThrow('reason-required');
    await expect(rejectAndReissue({ number: '123', name: 'Sol SRL' })).rejects.toThrow('fiscal-buyer');
    await expect(rejectAndReissue({ number: '132000005', name: ' ' })).rejects.toThrow('fiscal-buyer');
  });
});

test('an RNC is kept without its dashes, and is nothing but a number', async () => {
  await sql`update public.installation_settings set tax_number = '1-31-00000 2'`;
  const [row] = await sql`select tax_number from public.installation_settings`;
  expect(row?.tax_number).toBe('131000002');
  expect(await refusalOf(sql`update public.installation_settings set tax_number = 'A31000002'`)).toBeTruthy();
});

describe('a receipt above zero that is issued while something is missing', () => {
  const set = (column: string, value: string | number | null) =>
    sql.unsafe(`update public.installation_settings set ${column} = $1`, [value]);
  const readAlarm = async () => {
    const rows = await as(sql, cast.admin)<{ alarm: { receipts: object[] } }[]>`
      select public.fiscal_overview() -> 'without_document' as alarm`;
    return rows.map(({ alarm: { receipts, ...sums } }) => ({ ...sums, listed: receipts.length }))[0];
  };

  test('is in an alarm; once nothing is missing it has its document, then its note, and a mail', async () => {
    await set('legal_address', null);
    const reservation = await endPaidReservation();
    await refund(reservation, 100);
    expect(await readAlarm()).toEqual({ count: 1, amount: 590, listed: 1 });
    expect(await claim()).toEqual([]);
    await set('legal_address', 'Calle El Conde 1');
    await acceptAll();
    expect(await readAlarm()).toEqual({ count: 0, amount: 0, listed: 0 });
    const [document, note] = await list(reservation);
    expect(document).toMatchObject({ type: '32', state: 'accepted', amount: '590.00' });
    expect(note).toMatchObject({ type: '34', state: 'accepted', amount: '100.00', modifies: document?.id });
    const mails = await sql`
      select content #>> '{receipt,fiscal_documents,0,type}' as type from public.notifications
      where reservation_id = ${reservation} and kind = 'receipt' order by (content #>> '{receipt,number}')::int, 1 nulls first`;
    expect(mails.map(({ type }) => type)).toEqual([null, '32', null, '34']);
  });

  test('at a rate that DGII does not know is taxed at the general one, as is its note', async () => {
    await set('tax_rate', 10);
    const reservation = await endPaidReservation();
    expect(await paidFor(sql, { id: reservation })).toEqual({ paid: 590, tax: 90 });
    await set('tax_rate', 18);
    await acceptAll();
    await refund(reservation, 295);
    await acceptAll();
    expect(await list(reservation)).toMatchObject([
      { type: '32', state: 'accepted', tax: '90.00' },
      { type: '34', state: 'accepted', tax: '45.00' },
    ]);
  });

  test('has its document after a pause of the server, and none where it came before documents were issued', async () => {
    await sql`select private.open_fiscal(null)`;
    const paused = await endPaidReservation();
    expect(await readAlarm()).toMatchObject({ count: 1 });
    await sql`select private.open_fiscal('testecf')`;
    await acceptAll();
    expect(await list(paused)).toMatchObject([{ type: '32', state: 'accepted' }]);
    await set('legal_address', null);
    const before = await endPaidReservation();
    await set('legal_address', 'Calle El Conde 1');
    await sql`select private.open_fiscal('certecf')`;
    expect(await readAlarm()).toMatchObject({ count: 0 });
    await refund(before, 100);
    expect(await list(before)).toEqual([]);
  });
});
