import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Actor, ANONYMOUS, as, type Cast } from '../../supabase/tests/as.ts';
import { type FiscalBooks, openFiscalBooks } from '../testing/fiscal-books.ts';
import { packMonth } from './month-package.ts';

const XML = '<ECF>ñ &amp; co</ECF>';
let books: FiscalBooks;
let cast: Cast;
beforeAll(async () => {
  books = await openFiscalBooks();
  cast = await books.start();
});
afterAll(() => books.close());

const readPart = async (part: number, actor: Actor = cast.admin) => {
  const [row] = await as(books.sql, actor)<{ part: string | null }[]>`
    select public.closed_month_part('2024-01-01', ${part}) as part`;
  return Buffer.from(row?.part ?? '', 'base64');
};
const download = async () => Buffer.concat([await readPart(0), await readPart(1)]);
const readPackages = () => as(books.sql, cast.admin)`select *, month::text from public.list_closed_months()`;

test('the package of a closed month has its files, its signed documents and their hashes, names no driver, and stays', async () => {
  const { sql } = books;
  await books.endPaidReservation();
  const [document] = await sql<{ id: string }[]>`select id from private.claim_fiscal_documents(10)`;
  await sql`select private.keep_fiscal_signature(${document?.id ?? ''}, ${XML}, null, 'AbC+/1', now())`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.ledger_transactions set created_at = '2024-01-10'`;
    await tx`update public.receipts set issued_at = '2024-01-10'`;
    await tx`update public.fiscal_documents set signed_at = '2024-01-10'`;
  });
  await as(sql, cast.admin)`select public.close_month('2024-01-01', 'DGII is out of reach')`;
  expect(await readPackages()).toMatchObject([{ month: '2024-01-01', state: 'absent', alarm: null }]);
  await sql`select private.record_job_run('packages', '30 s', now(), now())`;
  expect(await readPackages()).toMatchObject([{ state: 'waiting', hash: null }]);
  vi.stubEnv('TMPDIR', '/no/such/folder');
  await expect(packMonth(sql)).rejects.toThrow('no such file');
  vi.unstubAllEnvs();
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.closed_months set closed_at = now() - interval '61 minutes'`;
  });
  expect(await readPackages()).toMatchObject([{ state: 'failed', alarm: 'late' }]);
  await sql`update private.month_packages set next_attempt_at = now()`;
  // A server that is killed has claimed it; the next one begins again after ten minutes.
  await sql`select from private.claim(null::private.month_packages, 1)`;
  await packMonth(sql);
  expect(await readPart(0)).toHaveLength(0);
  await sql`update private.month_packages set next_attempt_at = now()`;
  await Promise.all([packMonth(sql), packMonth(sql)]);

  const packed = await download();
  const files = new Map(
    (await unpackTar(gunzipSync(packed))).map(({ header, data }) => [header.name, Buffer.from(data ?? '')]),
  );
  const manifest = JSON.parse(String(files.get('2024-01/manifest.json'))) as { name: string; sha256: string }[];
  const names = [...files.keys()].filter((name) => !/\/$|manifest/.test(name));
  expect(manifest.map(({ name }) => `2024-01/${name}`).toSorted()).toEqual(names.toSorted());
  for (const { name, sha256 } of manifest) {
    expect(
      createHash('sha256')
        .update(files.get(`2024-01/${name}`) ?? '')
        .digest('hex'),
      name,
    ).toBe(sha256);
  }
  const signed = manifest.find(({ name }) => name.startsWith('documents/E320000000001-signed'))?.name;
  expect(String(files.get(`2024-01/${signed}`))).toBe(XML);
  expect(String(files.get('2024-01/journal.csv'))).toMatch(/^\uFEFFNúmero,Transacción,.*\r\n1,/);
  expect(String(files.get('2024-01/607.txt'))).toBe('607|131000001|202401|0\r\n');
  expect(String(files.get('2024-01/bridge.csv'))).toContain('Comprobantes en espera,1,');
  const summary = String(files.get('2024-01/resumen.txt'));
  expect(summary).toMatch(
    /^Mes +Cerrado +Primer asiento +Último asiento +Cerrado por +Motivo\r\n2024-01-01 .*DGII is out of reach\r\n/,
  );
  expect(summary).toMatch(/\r\nBilleteras de conductores .* 79410\r\n/);
  expect(summary).toMatch(/\r\nSin explicar +0 +0 +0\r\n/);
  expect(String(files.get('2024-01/people.csv'))).toMatch(/^\uFEFF/);
  for (const [name, content] of files) expect(String(content), name).not.toContain(cast.ana.email);

  await packMonth(sql);
  expect((await download()).equals(packed)).toBe(true);
  const hash = createHash('sha256').update(packed).digest('hex');
  expect(await readPackages()).toMatchObject([{ state: 'ready', hash, size: packed.length, alarm: null }]);
  await sql`insert into public.zone_staff (user_id, duty) values (${cast.beto.id}, 'accountant')`;
  expect((await readPart(0, cast.beto)).equals(packed)).toBe(true);
  for (const actor of [cast.ana, cast.suspended, ANONYMOUS]) {
    await expect(readPart(0, actor)).rejects.toMatchObject({ code: '42501' });
    await expect(as(sql, actor)`select * from public.list_closed_months()`).rejects.toMatchObject({ code: '42501' });
    await expect(as(sql, actor)`select content from private.month_packages`).rejects.toMatchObject({ code: '42501' });
  }
});
