import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DEVICE = `
  import * as time from '${join(import.meta.dirname, 'country-time.ts')}';
  import * as text from '${join(import.meta.dirname, '../language/format.ts')}';
  const night = new Date('2026-03-02T02:30:00Z');
  console.log(JSON.stringify({
    texts: [text.formatDay(night), text.formatClock(night), text.getClock(night).hour],
    field: time.format(night, 'yyyy-MM-dd HH:mm'),
    parsed: time.parseTime('2026-03-01 22:30'),
    midnights: [time.startOfDay(night), time.parseTime('2026-03-01'), time.addDays(time.parseTime('2026-02-28'), 1)],
    isSameDay: time.isSameDay(night, '2026-03-01T04:00:00Z'),
    isElsewhere: time.isElsewhere(night),
  }));`;

test.each([
  ['America/Los_Angeles', true],
  ['America/Santo_Domingo', false],
])('on a device in %s days and times are those of the country', (zone, isElsewhere) => {
  const env = { ...process.env, TZ: zone };
  const shown = execFileSync(process.execPath, ['--input-type=module', '-e', DEVICE], { env, encoding: 'utf8' });
  const midnight = '2026-03-01T04:00:00.000Z';
  expect(JSON.parse(shown)).toEqual({
    texts: ['Mar\u00a001,\u00a02026', '10:30\u00a0PM', 10],
    field: '2026-03-01 22:30',
    parsed: '2026-03-02T02:30:00.000Z',
    midnights: [midnight, midnight, midnight],
    isSameDay: true,
    isElsewhere,
  });
});
