import { describe, expect, test } from 'vitest';
import { createPeriod, type Period } from '../days/period.ts';
import { calculateIdleState } from './idle.ts';

const LAST_ACTIVE = new Date('2026-03-01T10:00:00Z');
const idleFor = (seconds: number, limitMinutes: number, reservations: Period[] = []) =>
  calculateIdleState(new Date(LAST_ACTIVE.getTime() + seconds * 1000), {
    lastActiveAt: LAST_ACTIVE,
    limitMinutes,
    reservations,
  });
const atMinute = (minute: number, limitMinutes: number, reservations: Period[]) =>
  idleFor(minute * 60, limitMinutes, reservations).kind;

describe('calculateIdleState', () => {
  test.each([
    [0, 60, { kind: 'active' }],
    [59 * 60 - 1, 60, { kind: 'active' }],
    [59 * 60, 60, { kind: 'warning', secondsLeft: 60 }],
    [60 * 60 - 1, 60, { kind: 'warning', secondsLeft: 1 }],
    [60 * 60, 60, { kind: 'over' }],
    [86_400, 60, { kind: 'over' }],
    [29, 1, { kind: 'active' }],
    [30, 1, { kind: 'warning', secondsLeft: 30 }],
    [60, 1, { kind: 'over' }],
    // The clock was set back.
    [-3600, 60, { kind: 'active' }],
  ])('is after %i seconds of a limit of %i minutes %j', (seconds, limit, state) => {
    expect(idleFor(seconds, limit)).toEqual(state);
  });

  test('is active from 30 minutes before a reservation to 30 minutes after it, and for the limit after that', () => {
    const reservation = createPeriod(new Date('2026-03-01T12:00:00Z'), 2);
    const states = [89, 90, 120, 240, 270, 273, 274, 275].map((minute) => atMinute(minute, 5, [reservation]));
    expect(states).toEqual(['over', 'active', 'active', 'active', 'active', 'active', 'warning', 'over']);
  });

  test('is over between two reservations that are far apart, and long after the last', () => {
    const reservations = [
      createPeriod(new Date('2026-03-01T10:10:00Z'), 1),
      createPeriod(new Date('2026-03-01T14:00:00Z'), 1),
    ];
    expect([100, 106, 209, 210, 330, 336].map((minute) => atMinute(minute, 5, reservations))).toEqual([
      'active',
      'over',
      'over',
      'active',
      'active',
      'over',
    ]);
  });
});
