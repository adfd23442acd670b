import { describe, expect, test } from 'vitest';
import type { AdminSpace } from '../../../booking/space-status/admin-space.ts';
import { checkRows, describeFault } from './check-rows.ts';
import type { SpaceRow } from './space-sheet.ts';

const NACO = { id: 'naco', name: 'Naco', pricePerHour: 5 };
const ZONES = [NACO, { ...NACO, id: 'gazcue-1', name: 'Gazcue' }, { ...NACO, id: 'gazcue-2', name: 'Gazcue' }];
const STORED = { zoneId: 'naco', name: 'A-1', deviceId: 'KV-1' } as AdminSpace;

const row = (cells: Partial<SpaceRow['cells']>, number = 12): SpaceRow => ({
  number,
  cells: { zone: 'Naco', name: 'B-1', location: '', hint: '', lock: '', rate: '', ...cells },
});
const check = (...rows: SpaceRow[]) => checkRows(rows, { spaces: [STORED], zones: ZONES });
const faultsOf = (...rows: SpaceRow[]) =>
  check(...rows).map((checked) => checked.faults.map((fault) => describeFault(checked, fault)));

describe('a wrong cell says why', () => {
  test.each<[Partial<SpaceRow['cells']>, string]>([
    [{ zone: 'Naco 2' }, 'zone “Naco 2” does not exist'],
    [{ zone: 'gazcue' }, 'there are several zones “gazcue”'],
    [{ name: '' }, 'the name is missing'],
    [{ name: 'a-1' }, '“a-1” is already in this zone, and only new spaces are imported'],
    [{ lock: 'KV-1' }, 'lock “KV-1” is on another space'],
    [{ name: 'n'.repeat(121) }, 'the text has more than 120 characters'],
    [{ hint: 'h'.repeat(121) }, 'the text has more than 120 characters'],
    [{ location: 'l'.repeat(301) }, 'the text has more than 300 characters'],
    [{ lock: 'k'.repeat(65) }, 'the text has more than 64 characters'],
    ...['-1', '10000.01', '1.125', '1,00.00', '1,000,00', 'free', '5 $', 'Infinity'].map(
      (rate): [Partial<SpaceRow['cells']>, string] => [
        { rate },
        `rate “${rate}” is not a number from 0 to 10,000 with at most two decimals`,
      ],
    ),
  ])('%o', (cells, sentence) => {
    expect(faultsOf(row(cells))).toEqual([[`Row 12: ${sentence}`]]);
  });

  test('also for two rows of the same file, whatever their capitals', () => {
    expect(faultsOf(row({ lock: 'KV-2' }, 2), row({ name: 'b-1', lock: 'KV-2' }, 3))).toEqual([
      ['Row 2: “B-1” is in the file more than once for this zone', 'Row 2: lock “KV-2” is in the file more than once'],
      ['Row 3: “b-1” is in the file more than once for this zone', 'Row 3: lock “KV-2” is in the file more than once'],
    ]);
  });
});

test.each([
  ['RD$1,250.00', 1250],
  ['1,250', 1250],
  ['1.250,50', 1250.5],
  ['RD$\u00a085', 85],
  ['10,000.00', 10_000],
])('the rate %j is read as Excel writes it', (rate, number) => {
  expect(check(row({ rate }))[0]).toMatchObject({ faults: [], space: { rate: number } });
});

test('a right row becomes a space', () => {
  const full = row({ zone: 'NACO', location: 'Av. 27', hint: 'Nivel 2', lock: 'KV-7', rate: '3,5' });
  const [checked, unassigned] = check(full, row({ zone: 'Sin asignar', name: 'A-1' }));
  expect(checked).toMatchObject({ faults: [] });
  expect(checked?.space).toEqual({
    zone: 'naco',
    name: 'B-1',
    location: 'Av. 27',
    hint: 'Nivel 2',
    lock: 'KV-7',
    rate: 3.5,
  });
  expect(unassigned).toMatchObject({ faults: [], space: { name: 'A-1' } });
});
