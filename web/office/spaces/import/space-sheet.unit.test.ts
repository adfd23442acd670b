import { describe, expect, test } from 'vitest';
import en from '../../../../domain/language/en.json' with { type: 'json' };
import es from '../../../../domain/language/es.json' with { type: 'json' };
import { decodeFile, findColumn, readSheet } from '../../../ui/table/read-sheet.ts';
import { SPACE_SHEET } from './space-sheet.ts';

const read = async (...parts: BlobPart[]) => readSheet(await decodeFile(new Blob(parts)), SPACE_SHEET);
const EMPTY = { zone: '', name: '', location: '', hint: '', lock: '', rate: '' };

describe('a table is read', () => {
  test('with its columns in any order, in English or Spanish', async () => {
    const english = await read('Hourly rate ($),Name,Zone\r\n3.50,A-1,Naco\r\n');
    const spanish = await read('TARIFA POR HORA (RD$);Nombre;Zona\n3.50;A-1;Naco\n');
    const rows = [{ number: 2, cells: { ...EMPTY, zone: 'Naco', name: 'A-1', rate: '3.50' } }];
    expect([english.rows, spanish.rows]).toEqual([rows, rows]);
  });

  test.each<[string, BlobPart]>([
    ['UTF-8 with a mark', '\uFEFFNombre;Ubicación\nA-1;Peña'],
    ['Windows-1252', new Uint8Array([...'Nombre;Ubicaci\xF3n\nA-1;Pe\xF1a'].map((letter) => letter.charCodeAt(0)))],
    ['UTF-16', Uint8Array.from(Buffer.from('\uFEFFNombre;Ubicación\nA-1;Peña', 'utf16le'))],
    ['tabs, as spreadsheets copy', 'Nombre\tUbicación\nA-1\tPeña'],
  ])('as %s', async (_what, part) => {
    expect((await read(part)).rows).toMatchObject([{ cells: { name: 'A-1', location: 'Peña' } }]);
  });

  test.each([
    ['sep=;\r\nNombre;Ubicación\r\nA-1;Nivel 1, fondo\r\n', 3, 'Nivel 1, fondo'],
    ['Parqueo Naco\n\nNombre,Ubicación\nA-1,Nivel 1', 4, 'Nivel 1'],
    ['Parqueo Naco\nNombre\tUbicación\nA-1\tNivel 1', 3, 'Nivel 1'],
    ['sep=;\nNombre,Ubicación\nA-1,Nivel 1; fondo', 3, 'Nivel 1; fondo'],
    ['\uFEFFNombre,Ubicación\r\nA-1,"=""007"""\r\n', 2, '007'],
    ['Nombre,Ubicación\nA\u20111,\u200bNivel\u00a01', 2, 'Nivel 1'],
  ])('with what spreadsheets write before and into its cells: %j', async (text, number, location) => {
    expect((await read(text)).rows).toEqual([{ number, cells: { ...EMPTY, name: 'A-1', location } }]);
  });

  test('with the numbers of its rows, without the empty ones', async () => {
    const { rows } = await read('Name\nA\n\n ,\n"B\nB"\nC');
    expect(rows.map(({ number, cells }) => [number, cells.name])).toEqual([
      [2, 'A'],
      [5, 'B\nB'],
      [6, 'C'],
    ]);
  });

  test('with what an export escaped, and without columns that no space has', async () => {
    const { rows, ignored } = await read("Name,Status\n'-1,available\n'O,available");
    expect(rows.map(({ cells }) => cells.name)).toEqual(['-1', "'O"]);
    expect(ignored).toEqual(['Status']);
  });
});

test('the headers of exports are found in every language', () => {
  for (const words of [en, es]) {
    const headers = [
      words.field_zone,
      words.space_table_name,
      words.field_location,
      words.space_field_hint,
      words.space_table_lock_device,
      words.space_table_rate,
    ];
    expect(headers.map((header) => findColumn(SPACE_SHEET, header))).toEqual([
      'zone',
      'name',
      'location',
      'hint',
      'lock',
      'rate',
    ]);
    expect(findColumn(SPACE_SHEET, words.space_csv_id)).toBeNull();
    const labels = [words.field_name, words.import_lock, words.field_hourly_rate];
    expect(labels.map((label) => findColumn(SPACE_SHEET, label))).toEqual(['name', 'lock', 'rate']);
  }
});

describe('no table is read', () => {
  test.each<[string, string, BlobPart]>([
    ['larger than 1 MB', 'import-file-too-large', 'x'.repeat(1024 * 1024 + 1)],
    ['that is a workbook', 'import-not-text', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
    ['without anything in it', 'import-without-names', ''],
    ['without rows', 'import-empty', 'Name\n\n'],
    ['without a name', 'import-without-names', 'Zone\nNaco'],
    ['with a column twice', 'import-column-repeated', 'Name,Nombre\nA,B'],
    ['with an open quotation mark', 'import-quotes', 'Name\n"A\nB'],
    ['of more than 5,000 rows', 'import-too-many-rows', `Name\n${'A\n'.repeat(5001)}`],
  ])('%s', async (_what, key, part) => {
    await expect(read(part)).rejects.toMatchObject({ key });
  });

  test('of 5,000 rows is still one', async () => {
    expect((await read(`Name\n${'A\n'.repeat(5000)}`)).rows).toHaveLength(5000);
  });
});
