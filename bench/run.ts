import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Figure, formatGoal, formatValue, isMet } from './support/report.ts';

// Runs the usual benchmarks of this folder, or those named, one after another so that none disturbs the next, and prints one
// table of all figures.

type Outcome = { bench: string; figures: Figure[]; code: number | null };

async function run(bench: string): Promise<Outcome> {
  console.log(`\n— ${bench}`);
  const figures: Figure[] = [];
  const child = spawn(process.execPath, [join(import.meta.dirname, `${bench}.ts`)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Only `report` sends anything.
  child.on('message', (figure) => figures.push(figure as Figure));
  const [code] = await once(child, 'close');
  return { bench, figures, code };
}

/** The rows of a benchmark; one that crashed, or reported no figures, has a row for its exit code. */
function createRows({ bench, figures, code }: Outcome): string[][] {
  const rows = figures.map((figure) => [
    bench,
    figure.name,
    formatValue(figure.measured, figure.unit),
    formatGoal(figure),
    isMet(figure) ? 'yes' : 'no',
  ]);
  const isExplained = figures.length > 0 && (code === 0 || !figures.every(isMet));
  return isExplained ? rows : [...rows, [bench, 'as a whole', '', '', code === 0 ? 'yes' : 'no']];
}

function print(rows: readonly string[][]): void {
  const all = [['bench', 'what', 'measured', 'goal', 'ok'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = all;
  console.log(`\n${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')}`);
}

const own = basename(import.meta.filename);
const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && name !== own).toSorted();
const benches = files.map((file) => basename(file, '.ts'));
/** One takes an hour, the other installs packages. */
const ONLY_WHEN_NAMED = ['millions', 'peers'];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) throw new Error(`No such measurement: ${unknown.join(', ')}; there are ${benches.join(', ')}`);
const outcomes: Outcome[] = [];
const usual = benches.filter((bench) => !ONLY_WHEN_NAMED.includes(bench));
for (const bench of wanted.length > 0 ? wanted : usual) outcomes.push(await run(bench));
print(outcomes.flatMap(createRows));
process.exit(outcomes.every(({ code }) => code === 0) ? 0 : 1);
