import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, fillWallets, refusalOf } from './as.ts';
import { type FiscalDocument, openFiscalWorld } from './fiscal-world.ts';
import { moveReservation } from './money-world.ts';
import { bookPaidReservation, doDueWork, endReservation, listReceipts, payByCard } from './paid-reservations.ts';

const { sql, cast, claim, sign, report, list: listDocuments, ...fiscal } = await openFiscalWorld();
const { addRange, endPaidReservation, refund, acceptAll, wantDocument } = fiscal;
beforeEach(() => fillWallets(sql));

test('nothing is issued before there are numbers, and the back office names what is missing', async () => {
  const reservation = await endPaidReservation();
  expect(await listDocuments(reservation)).toEqual([]);
  const [row] = await as(sql, cast.admin)`select public.fiscal_overview() as overview`;
  expect(row?.overview).toMatchObject({ environment: 'testecf', obstacles: ['range'], waiting: 0 });
  const [driver] = await as(sql, cast.ana)`select public.fiscal_buyer_limit() as limit`;
  expect(driver?.limit).toBeNull();
});

test('ranges do not overlap, end before they begin or have expired', async () => {
  await addRange('32', 1, 40);
  for (const [first, last, expires, problem] of [
    [40, 50, '2199-12-31', 'fiscal-range-overlaps'],
    [60, 50, '2199-12-31', 'fiscal-range-numbers'],
    [60, 70, '2020-01-01', 'fiscal-range-expired'],
  ] as const) {
    await expect(addRange('32', first, last, { expires })).rejects.toThrow(problem);
  }
  await addRange('31', 1, 10);
  await addRange('34', 1, 40);
  // The receipt from before takes the first number.
  await acceptAll();
});

describe('a receipt', () => {
  test('makes an E32 with the next number, and the driver is mailed when DGII has accepted it', async () => {
    const reservation = await endPaidReservation();
    const [due] = await listDocuments(reservation);
    expect(due).toMatchObject({ type: '32', state: 'due', amount: '590.00', tax: '90.00', encf: null });
    const told = () => sql`
      select content -> 'receipt' -> 'fiscal_documents' as documents from public.notifications
      where kind = 'receipt' and reservation_id = ${reservation}`;
    expect(await told()).toEqual([]);
    const [claimed] = await claim();
    expect(claimed).toMatchObject({ id: due?.id, state: 'numbered', encf: 'E320000000002' });
    expect(await claim()).toEqual([]);
    await sign(claimed?.id ?? '');
    await report(claimed?.id ?? '', 'accepted');
    expect(await told()).toMatchObject([{ documents: [{ encf: 'E320000000002', security_code: 'AbC+/1' }] }]);
    const events = await sql`select state from public.fiscal_events where document_id = ${due?.id ?? ''} order by id`;
    expect(events.map(({ state }) => state)).toEqual(['due', 'numbered', 'signed', 'accepted']);
  });

  test('makes an E31 where the driver asked with a tax number before booking', async () => {
    await wantDocument(cast.beto);
    const reservation = await endPaidReservation(cast.beto, { method: 'card' });
    await as(sql, cast.beto)`delete from public.fiscal_buyers`;
    expect(await listDocuments(reservation)).toMatchObject([{ type: '31', buyer_tax_number: '132000005' }]);
    await acceptAll();
    expect(await listDocuments(reservation)).toMatchObject([{ state: 'accepted', encf: 'E310000000001' }]);
  });
});

describe('where the operator decides so, a receipt is issued when it is paid', () => {
  beforeEach(() => sql`update public.installation_settings set receipt_moment = 'payment'`);
  afterEach(async () => {
    await sql`update public.installation_settings set receipt_moment = 'end'`;
    await acceptAll();
  });

  test('and cannot be cancelled free of charge any more; money given back later makes a note', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana, { from: 24, method: 'card' });
    await payByCard(sql, cast.ana, reservation);
    await doDueWork(sql);
    expect(await listDocuments(reservation)).toEqual([]);
    await moveReservation(sql, { id: reservation }, -23.6);
    await sql`update private.receipts_due set due_at = now() where reservation_id = ${reservation}`;
    await doDueWork(sql);
    expect(await listDocuments(reservation)).toMatchObject([{ type: '32', amount: '590.00' }]);
    await refund(reservation, 590);
    await doDueWork(sql);
    expect(await listDocuments(reservation)).toMatchObject([{ type: '32' }, { type: '34', amount: '590.00' }]);
  });

  test('and a driver who adds a minute at a time spends one number more, at the end', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana, { from: 24 });
    await moveReservation(sql, { id: reservation }, -24.5);
    await sql`update private.receipts_due set due_at = now() where reservation_id = ${reservation}`;
    await doDueWork(sql);
    for (let minute = 0; minute < 3; minute += 1) {
      await as(sql, cast.ana)`
        select public.extend_reservation(id, ${1 / 60}, end_time, 1000) from public.reservations where id = ${reservation}`;
      await doDueWork(sql);
    }
    expect(await listReceipts(sql, reservation)).toHaveLength(1);
    await endReservation(sql, cast.ana, reservation, 'completed');
    await doDueWork(sql);
    expect(await listReceipts(sql, reservation)).toHaveLength(2);
  });

  test('and one that its driver cancels in time spends no number', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana, { from: 24 });
    await doDueWork(sql);
    await endReservation(sql, cast.ana, reservation, 'cancelled');
    await doDueWork(sql);
    expect(await listReceipts(sql, reservation)).toEqual([]);
    expect(await listDocuments(reservation)).toEqual([]);
  });

  test('and one that was moved to another time waits for its new deadline', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana, { from: 24 });
    await moveReservation(sql, { id: reservation }, 48);
    await sql`update private.receipts_due set due_at = now() where reservation_id = ${reservation}`;
    await doDueWork(sql);
    expect(await listReceipts(sql, reservation)).toEqual([]);
    const due = await sql`
      select r.start_time - d.due_at = interval '30 minutes' as is_deadline
      from private.receipts_due d join public.reservations r on r.id = d.reservation_id where r.id = ${reservation}`;
    expect([...due]).toEqual([{ is_deadline: true }]);
  });
});

describe('a note', () => {
  test('waits until its document is accepted, and all notes together give back what was paid', async () => {
    const reservation = await endPaidReservation();
    await refund(reservation, 295);
    const [original] = await claim();
    expect(await listDocuments(reservation)).toMatchObject([
      { type: '32', state: 'numbered' },
      { type: '34', state: 'due', amount: '295.00', tax: '45.00', modifies: original?.id },
    ]);
    await sign(original?.id ?? '');
    await report(original?.id ?? '', 'conditional');
    await acceptAll();
    await refund(reservation, 295);
    await acceptAll();
    const notes = (await listDocuments(reservation)).filter(({ type }) => type === '34');
    expect(notes.map(({ amount, state }) => [amount, state])).toEqual([
      ['295.00', 'accepted'],
      ['295.00', 'accepted'],
    ]);
  });

  test('is made while no document can be issued, and waits', async () => {
    const reservation = await endPaidReservation();
    await acceptAll();
    await sql`select private.open_fiscal(null)`;
    await refund(reservation, 100);
    await sql`select private.open_fiscal('testecf')`;
    expect(await listDocuments(reservation)).toMatchObject([{ type: '32' }, { type: '34', amount: '100.00' }]);
    await acceptAll();
  });

  test('is none for what was paid before documents were issued', async () => {
    await sql`update private.fiscal_installation set environment = null, opened_in = null, opened_at = null`;
    const reservation = await endPaidReservation();
    await sql`select private.open_fiscal('testecf')`;
    await refund(reservation, 100);
    expect(await listDocuments(reservation)).toEqual([]);
  });
});

test.each([
  ['whose number is spent is issued again with the next number', true],
  ['whose number is not spent is issued again with the same number', false],
])('a rejected document %s, and a note waits for the new one', async (_what, spent) => {
  const reservation = await endPaidReservation();
  await refund(reservation, 100);
  const [rejected] = await claim();
  await sign(rejected?.id ?? '');
  await report(rejected?.id ?? '', 'rejected', spent);
  const reissue = () =>
    as(sql, cast.admin)`select public.reissue_fiscal_document(${rejected?.id ?? ''}, 'La DGII lo rechazó')`;
  await reissue();
  await expect(reissue()).rejects.toThrow('fiscal-not-rejected');
  await acceptAll();
  const accepted = (await listDocuments(reservation)).filter(({ state }) => state === 'accepted');
  const [again, note] = accepted.toSorted((a, b) => a.type.localeCompare(b.type));
  expect(again?.encf === rejected?.encf).toBe(!spent);
  expect(note).toMatchObject({ type: '34', modifies: again?.id });
});
describe('a number', () => {
  test('is never taken twice, however many servers ask at once', async () => {
    for (let count = 0; count < 6; count += 1) await endPaidReservation(count % 2 === 0 ? cast.ana : cast.beto);
    const claimed = (await Promise.all([claim(), claim(), claim(), claim()])).flat();
    expect(new Set(claimed.map(({ encf }) => encf)).size).toBe(6);
    for (const { id } of claimed) {
      await sign(id);
      await report(id, 'accepted');
    }
  });

  test('is none after the last one or the expiry of its range: the document waits, and the overview says so', async () => {
    const range = sql`select id from public.fiscal_ranges where type = '32'`;
    const [found] = await range;
    await as(sql, cast.admin)`select public.void_fiscal_numbers(${String(found?.id)})`;
    await expect(as(sql, cast.admin)`select public.void_fiscal_numbers(${String(found?.id)})`).rejects.toThrow(
      'fiscal-range-used-up',
    );
    const [voided] = await sql`select * from private.claim(null::public.fiscal_voids, 10)`;
    expect(voided).toMatchObject({ type: '32', last_number: '40', state: 'due' });
    const reservation = await endPaidReservation();
    expect(await claim()).toEqual([]);
    await sql`update public.fiscal_documents set created_at = now() - interval '1 hour' where state = 'due'`;
    const [row] = await as(sql, cast.admin)`select public.fiscal_overview() as overview`;
    expect(row?.overview).toMatchObject({ without_number: 1, types_running_out: ['32'] });
    await addRange('32', 41, 41);
    await sql`update public.fiscal_ranges set expires_on = '2020-01-01' where first_number = 41`;
    expect(await claim()).toEqual([]);
    await addRange('32', 42, 60);
    await acceptAll();
    expect(await listDocuments(reservation)).toMatchObject([{ state: 'accepted', encf: 'E320000000042' }]);
  });
});

test('what is signed is never changed or deleted, nor decided twice', async () => {
  const [document] = await sql<
    FiscalDocument[]
  >`select * from public.fiscal_documents where state = 'accepted' limit 1`;
  const id = document?.id ?? '';
  for (const [change, problem] of [
    [`update public.fiscal_documents set xml = '<ECF/>'`, 'never changed'],
    ['update public.fiscal_documents set amount = 1', 'never changed'],
    [`update public.fiscal_documents set state = 'signed'`, 'has decided'],
    ['delete from public.fiscal_documents', 'never deleted'],
  ] as const) {
    await expect(sql.unsafe(`${change} where id = '${id}'`)).rejects.toThrow(problem);
  }
  await report(id, 'rejected');
  expect(await sql`select state from public.fiscal_documents where id = ${id}`).toMatchObject([{ state: 'accepted' }]);
});

test('while DGII is out of reach for ten minutes the driver gets the receipt all the same', async () => {
  const reservation = await endPaidReservation();
  const [claimed] = await claim();
  const id = claimed?.id ?? '';
  await sql`
    select private.keep_fiscal_signature(${id}, '<ECF></ECF>', null, 'AbCdEf', now() - interval '11 minutes')`;
  await report(id, 'retry');
  const [told] = await sql`
    select content #>> '{receipt,fiscal_documents,0,is_contingency}' as is_contingency from public.notifications
    where kind = 'receipt' and reservation_id = ${reservation}`;
  expect(told?.is_contingency).toBe('true');
});

test('an administrator decides once, with a reason or none, on documents that take an approval', async () => {
  const receive = async (kind: string, encf: string) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.fiscal_received
        (kind, environment, issuer, encf, buyer, issued_on, amount, signer, security_code, xml)
      values (${kind}, 'testecf', '132000005', ${encf}, '131000002', '2026-10-06', 590, 'Ana', 'AbC+/1', '<ECF></ECF>')
      returning id`;
    return row?.id ?? '';
  };
  const confirm = (id: string, isKnown = true) => sql`select private.confirm_fiscal_received(${id}, ${isKnown})`;
  const decide = (id: string, reason: string | null) =>
    as(sql, cast.admin)`insert into public.fiscal_approvals (received_id, reason) values (${id}, ${reason})`;
  const invoice = await receive('document', 'E310000000001');
  const consumer = await receive('document', 'E320000000001');
  const foreign = await receive('document', 'E310000000002');
  for (const id of [invoice, consumer]) await confirm(id);
  await confirm(foreign, false);
  expect(await refusalOf(decide(invoice, ' '))).toBeTruthy();
  const unconfirmed = [await receive('document', 'E310000000003'), await receive('approval', 'E310000000001')];
  for (const id of [consumer, foreign, ...unconfirmed]) expect(await refusalOf(decide(id, null))).toBeTruthy();
  await decide(invoice, 'El monto no es el acordado');
  expect(await refusalOf(decide(invoice, null))).toBeTruthy();
  expect(await sql`select reason, state from public.fiscal_approvals`).toEqual([
    { reason: 'El monto no es el acordado', state: 'due' },
  ]);
});

describe('what others send', () => {
  beforeEach(() => sql`delete from public.fiscal_approvals`.then(() => sql`delete from public.fiscal_received`));

  const document = {
    kind: 'document',
    issuer: '132000005',
    encf: 'E310000000001',
    buyer: '131000002',
    issued_on: '2026-10-06',
    amount: '590.00',
    signer: 'Ana, IDCDO-1',
    security_code: 'AbC+/1',
    xml: '<ECF></ECF>',
  };
  const receive = async (sent: Partial<typeof document> = {}) => {
    const [row] = await sql`select private.keep_fiscal_received(${sql.json({ ...document, ...sent })}) as outcome`;
    return String(row?.outcome);
  };
  const fill = (signer: string, count: number, from = 1) => sql`
    insert into public.fiscal_received
      (kind, environment, issuer, encf, buyer, issued_on, amount, signer, security_code, xml)
    select 'document', 'testecf', '132000005', 'E31' || lpad(n::text, 10, '0'), '131000002', '2026-10-06', 590, ${signer},
      'AbC+/1', '<ECF></ECF>'
    from generate_series(${from}::int, ${from + count - 1}::int) n`;
  const remove = (actor: Actor) => as(sql, actor)`delete from public.fiscal_received returning encf`;

  test('is kept once for each signer, so that nobody blocks a number for its issuer', async () => {
    expect(await receive({ signer: 'A stranger, IDCDO-2' })).toBe('kept');
    expect(await receive()).toBe('kept');
    expect(await receive()).toBe('duplicate');
  });

  test('is an approval only of an own document that was issued to this buyer for this amount', async () => {
    await wantDocument(cast.ana);
    const approval = { kind: 'approval', issuer: '131000002', buyer: '132000005' };
    const reservation = await endPaidReservation();
    expect(await receive({ ...approval, encf: 'E310000000007' })).toBe('unknown');
    await acceptAll();
    const [issued] = await listDocuments(reservation);
    const encf = issued?.encf ?? '';
    for (const wrong of [{ amount: '589.00' }, { buyer: '131000002' }, { encf: 'E310000009999' }]) {
      expect(await receive({ ...approval, encf, ...wrong })).toBe('unknown');
    }
    expect(await receive({ ...approval, encf })).toBe('kept');
  });

  test('of a trial takes no number of a document for the tax', async () => {
    expect(await receive()).toBe('kept');
    await sql`select private.open_fiscal('ecf')`;
    expect(await receive()).toBe('kept');
    expect(await receive()).toBe('duplicate');
    await sql`select private.open_fiscal('testecf')`;
  });

  test('is confirmed once for each number, stays so, and needs no confirmation in the certification alone', async () => {
    for (const signer of ['Ana, IDCDO-1', 'A stranger, IDCDO-2']) await receive({ signer });
    await sql`select private.confirm_fiscal_received(id, true) from public.fiscal_received order by signer = 'Ana, IDCDO-1'`;
    await sql`select private.confirm_fiscal_received(id, false) from public.fiscal_received where state = 'confirmed'`;
    await sql`select private.open_fiscal('certecf')`;
    await receive();
    await sql`select private.open_fiscal('testecf')`;
    expect(
      await sql`
        select environment, state, confirmed_at is not null as is_dated, takes_approval from public.fiscal_received
        order by environment, state`,
    ).toEqual([
      { environment: 'certecf', state: 'unconfirmed', is_dated: false, takes_approval: true },
      { environment: 'testecf', state: 'confirmed', is_dated: true, takes_approval: true },
      { environment: 'testecf', state: 'unconfirmed', is_dated: false, takes_approval: false },
    ]);
  });

  test('is at most 100 documents a day of a signer, and 1,000 of all', async () => {
    await fill('A stranger, IDCDO-2', 99);
    const full = { signer: 'A stranger, IDCDO-2' };
    expect(
      await Promise.all([receive({ ...full, encf: 'E310000000200' }), receive({ ...full, encf: 'E310000000201' })]),
    ).toEqual(expect.arrayContaining(['kept', 'full']));
    expect(await receive()).toBe('kept');
    await fill('Many, IDCDO-3', 899, 1001);
    expect(await receive({ encf: 'E310000000300' })).toBe('full');
  });

  test('is removed by an administrator alone while nobody has decided on it, and the log says so', async () => {
    await receive();
    await fill('A stranger, IDCDO-2', 1, 5);
    await sql`select private.confirm_fiscal_received(id, true) from public.fiscal_received where encf = ${document.encf}`;
    await as(sql, cast.admin)`
      insert into public.fiscal_approvals (received_id) select id from public.fiscal_received where encf = ${document.encf}`;
    for (const actor of [cast.ana, cast.suspended]) expect(await remove(actor)).toEqual([]);
    expect(await remove(cast.admin)).toEqual([{ encf: 'E310000000005' }]);
    const [entry] = await sql`
      select actor_id, before from public.audit_log where subject_table = 'fiscal_received' order by id desc limit 1`;
    expect(entry).toMatchObject({ actor_id: cast.admin.id, before: { encf: 'E310000000005', amount: 590 } });
    expect(entry?.before).not.toHaveProperty('xml');
    await expect(sql`update public.fiscal_received set amount = 1`).rejects.toThrow('never changed');
  });
});
