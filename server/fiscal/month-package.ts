import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import Papa from 'papaparse';
import { m } from '#messages';
import { nameActor } from '../../domain/staff/duties.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type JobContext, scheduleJob } from '../start/jobs.ts';

type Row = Record<string, string | number | null>;

const SUMMED_UP = ['closed', 'accounts', 'bridge', 'it1'];
const BOOKS = 'accounts bridge bridge_lines receipts journal payments refunds wallets cash people'.split(' ');
const CLOSED = `(select month, to_char(closed_at at time zone private.country_zone(), 'YYYY-MM-DD HH24:MI') as closed_at, first_number, last_number, closed_by, reason from public.closed_months where month = $1::date)`;
const TABLES = [['closed', CLOSED], ...BOOKS.map((name) => [name, `public.accounting_${name}($1)`])] as [
  string,
  string,
][];
TABLES.push(['it1', 'public.papers_it1($1)']);
/** How messages are called that name the values of a column. */
const VALUES: Record<string, string> = { account: 'account_', kind: 'money_entry_', line: 'month_line_' };
/** The head of a file for DGII, then its lines. */
const PAPER = `(
  with l as materialized (select * from public.papers_lines($2, $1::date))
  select concat_ws('|', $2::text, coalesce(s.tax_number, ''), to_char($1::date, 'YYYYMM'), (select count(*) from l)) as line
  from public.installation_settings s union all (select l.line from l order by l.place collate "C"))`;
const DOCUMENTS = `(select d.encf || '-' || d.state || '-' || d.id as name, d.xml from public.fiscal_documents d
  join private.fiscal_installation i on i.opened_in = d.environment and d.xml is not null
  where private.is_in_month(d.signed_at, $1) order by d.signed_at, d.id)`;
const PAGE_ROWS = 500;

/** The books are kept in Spanish. What is no kind of entry is an act of a person, and a name without a message stays. */
const sayByName = (message: string, name: string) =>
  (m as unknown as Record<string, typeof m.month_code | undefined>)[message]?.({}, { locale: 'es' }) ??
  m.month_act({ kind: name }, { locale: 'es' });

function toTable(rows: Row[], isFirst: boolean): Row[string][][] {
  // The books need neither the driver's address nor the name.
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !/^(driver|name)$/.test(name));
  const show = (name: string, cell = '' as Row[string]) =>
    name in VALUES
      ? sayByName(`${VALUES[name]}${cell}`, String(cell))
      : /^(actor|taken_by)$/.test(name)
        ? nameActor(String(cell), { locale: 'es' })
        : cell;
  const cells = rows.map((row) => columns.map((name) => show(name, row[name])));
  return isFirst ? [columns.map((name) => sayByName(`month_column_${name}`, name)), ...cells] : cells;
}

/** Hands over all rows of a query, some at a time. */
const readAll = (sql: Sql, query: string, values: string[], take: (rows: Row[], isFirst: boolean) => Promise<void>) =>
  sql.begin(async (tx) => {
    await tx.unsafe(`declare rows no scroll cursor for select to_json(f) as row from ${query} f`, values);
    for (let isFirst = true, count = PAGE_ROWS; count === PAGE_ROWS; isFirst = false) {
      const rows = (await tx.unsafe<{ row: Row }[]>(`fetch ${PAGE_ROWS} from rows`)).map(({ row }) => row);
      count = rows.length;
      await take(rows, isFirst);
    }
  }, 'read only');

/** Writes the files of a month, its signed documents, and the hashes of all. */
async function writeFiles(sql: Sql, month: string, folder: string): Promise<void> {
  const hashes = new Map<string, Hash>();
  const write = async (name: string, text: string) => {
    const hash = hashes.get(name) ?? createHash('sha256');
    hashes.set(name, hash.update(text));
    await appendFile(join(folder, name), text);
  };
  for (const [name, read] of TABLES)
    await readAll(sql, read, [month], async (rows, isFirst) => {
      const table = toTable(rows, isFirst);
      await write(`${name}.csv`, `${isFirst ? '\uFEFF' : ''}${Papa.unparse(table, { escapeFormulae: true })}\r\n`);
      const pad = (cell: Row[string] | undefined, index: number) =>
        `${String(cell ?? '').padEnd(index === 0 ? 60 : 20)} `;
      const lines = table.map((cells) => cells.map(pad).join('').trimEnd());
      if (SUMMED_UP.includes(name)) await write('resumen.txt', [...lines, '', ''].join('\r\n'));
    });
  for (const paper of ['606', '607', '608'])
    await readAll(sql, PAPER, [month, paper], (rows) =>
      write(`${paper}.txt`, rows.map(({ line }) => `${line}\r\n`).join('')),
    );
  await readAll(sql, DOCUMENTS, [month], async (rows) => {
    for (const { name, xml } of rows) await write(`documents/${name}.xml`, String(xml));
  });
  const manifest = [...hashes].map(([name, hash]) => ({ name, sha256: hash.digest('hex') }));
  await write('manifest.json', JSON.stringify(manifest));
}

/** Makes the package that is due, if there is one. One that fails is due again later. */
export async function packMonth(sql: Sql): Promise<void> {
  const [claimed] = await sql<{ month: string; attempts: number }[]>`
    select month::text, attempts from private.claim(null::private.month_packages, 1)`;
  if (claimed === undefined) return;
  const name = claimed.month.slice(0, 7);
  const isOurs = sql`month = ${claimed.month} and attempts = ${claimed.attempts} and content is null`;
  try {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'month-'));
    const files = join(folder.path, 'files');
    const archive = join(folder.path, 'archive');
    await mkdir(join(files, name, 'documents'), { recursive: true });
    await writeFiles(sql, claimed.month, join(files, name));
    await pipeline(packTar(files), createGzip(), createWriteStream(archive));
    await sql`update private.month_packages set content = ${await readFile(archive)} where ${isOurs}`;
  } catch (error) {
    await sql`update private.month_packages set has_failed = true where ${isOurs}`;
    throw error;
  }
}

export const startPackingMonths = (context: JobContext) =>
  scheduleJob({ ...context, job: 'packages', pattern: '*/30 * * * * *', work: () => packMonth(context.sql) });
