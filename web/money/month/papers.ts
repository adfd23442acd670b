import * as z from 'zod';
import { amountSchema } from '../../../domain/money/cents.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { saveFile } from '../../ui/platform/save-file.ts';
import { EXPORT_PAGE_ROWS } from '../../ui/table/csv.ts';
import { readRow, readRows } from '../../ui/table/parse-rows.ts';

const boxSchema = z.object({ box: z.string(), entries: z.number().nullable(), amount: amountSchema });

/** The boxes of form IT-1 in their order. */
export async function loadBoxes(month: string, signal: AbortSignal) {
  const request = dataClient().rpc('papers_it1', { month: `${month}-01` });
  return readRows(await request.abortSignal(signal), boxSchema, 'papers-not-loaded').rows;
}

const issuerSchema = z.object({ tax_number: z.string().nullable() });
const linesSchema = z.array(z.object({ place: z.string(), line: z.string() }));

/** DGII's formats, and the most lines that it takes of each. */
const MOST_LINES = { 606: 10_000, 607: 65_000, 608: 65_000 };
export type Paper = keyof typeof MOST_LINES;

/** Downloads a file as DGII takes it. */
export async function savePaper(paper: Paper, month: string): Promise<void> {
  const settings = await dataClient().from('installation_settings').select('tax_number').single();
  const { tax_number: issuer } = readRow(settings, issuerSchema, 'papers-not-loaded');
  if (issuer === null) throw new Problem('papers-without-rnc');
  const lines: z.infer<typeof linesSchema> = [];
  for (let count = EXPORT_PAGE_ROWS; count === EXPORT_PAGE_ROWS; ) {
    const after = { paper: String(paper), month: `${month}-01`, after_place: lines.at(-1)?.place ?? '' };
    const page = readRow(await dataClient().rpc('papers_lines', after), linesSchema, 'papers-not-loaded');
    lines.push(...page);
    if (lines.length > MOST_LINES[paper]) throw new Problem('paper-too-long');
    count = page.length;
  }
  const period = month.replace('-', '');
  const head = `${paper}|${issuer}|${period}|${lines.length}`;
  const content = [head, ...lines.map(({ line }) => line), ''].join('\r\n');
  saveFile(`DGII_F_${paper}_${issuer}_${period}.TXT`, [content], 'text/plain');
}
