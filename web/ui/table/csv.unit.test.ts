import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { EXPORT_PAGE_ROWS, exportCsv, unescapeText, writeCsv } from './csv.ts';

type Person = { id: number; name: string };

const COLUMNS = [
  { header: 'Id', value: ({ id }: Person) => id },
  { header: 'Name', value: ({ name }: Person) => name },
];
const people = (count: number): Person[] => Array.from({ length: count }, (_, id) => ({ id, name: `Person ${id}` }));

function exporting(all: Person[], controller = new AbortController()) {
  const progress: number[] = [];
  const exported = exportCsv<Person>({
    columns: COLUMNS,
    readAfter: async (last) => {
      const start = last === null ? 0 : last.id + 1;
      const rows = all.slice(start, start + EXPORT_PAGE_ROWS);
      return { rows, invalid: [], count: rows.length };
    },
    onProgress: (rows) => {
      progress.push(rows);
      if (rows === 2 * EXPORT_PAGE_ROWS && controller.signal.aborted === false && all.length > 4000) controller.abort();
    },
    signal: controller.signal,
  });
  return { exported, progress };
}

test('every row is exported once, however many pages it takes', async () => {
  const { exported, progress } = exporting(people(2500));
  const lines = (await exported).join('').trimEnd().split('\r\n');
  expect(lines).toHaveLength(2501);
  expect(lines[0]).toBe('\uFEFFId,Name');
  expect(lines.at(-1)).toBe('2499,Person 2499');
  expect(progress).toEqual([1000, 2000, 2500]);
});

test('a row that cannot be shown is told by its id, once, and the others are all there', async () => {
  const pages = [
    { rows: people(998), invalid: [{ id: 'x' }, { id: 'y' }], count: EXPORT_PAGE_ROWS },
    { rows: [{ id: 998, name: 'Last' }], invalid: [{ id: 'y' }], count: 2 },
  ];
  const parts = await exportCsv<Person>({
    columns: COLUMNS,
    readAfter: async (last) => pages[last === null ? 0 : 1] ?? { rows: [], invalid: [], count: 0 },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const lines = parts.join('').trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 999 + 2);
  expect(lines.slice(-3)).toEqual(['x,This row cannot be shown', 'y,This row cannot be shown', '998,Last']);
});

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['=HYPERLINK("http://x")\n', `"'=HYPERLINK(""http://x"")\n"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['＝1+1', "'＝1+1"],
  ['\tx', "'\tx"],
  ['\t=1', "'\t'=1"],
  ['\r\n=1', `"'\r\n'=1"`],
  [' \u00a0=1', "' \u00a0=1"],
  ['\uFEFF=1', `"'\uFEFF=1"`],
  // A spreadsheet that separates cells by semicolons would run what stands behind one.
  ['a;=1+1; -2;\t@x', "a;'=1+1;' -2;\t'@x"],
  ['a;"=1', `"a;'""=1"`],
  ['a\n=1', `"a\n'=1"`],
  ['A; -2', "A;' -2"],
  ["'=1", "''=1"],
  // A spreadsheet would make a number or a date of it.
  ['007', '"=""007"""'],
  ['00112345678', '"=""00112345678"""'],
  ['1234567890123456', '"=""1234567890123456"""'],
  ['1-2', '"=""1-2"""'],
  ['12E3', '"=""12E3"""'],
])(
  'a text that a spreadsheet would run or change is plain text in the file, and read back as it was: %j',
  (text, cell) => {
    expect(writeCsv([['x', text]])).toBe(`x,${cell}\r\n`);
    expect(unescapeText(Papa.parse<string[]>(writeCsv([[text]]), { delimiter: ',' }).data[0]?.[0] ?? '')).toBe(text);
  },
);

test('other texts and numbers are written as they are, also below zero', () => {
  expect(writeCsv([['Núñez, "Ana"', 'a; b', 'A-1', -610.17, null]])).toBe('"Núñez, ""Ana""",a; b,A-1,-610.17,\r\n');
});

test('a cancelled export reads no further page', async () => {
  const { exported, progress } = exporting(people(5000));
  await expect(exported).rejects.toThrow('abort');
  expect(progress).toEqual([1000, 2000]);
});
