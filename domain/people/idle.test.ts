import { describe, expect, test } from 'vitest';
import type { ReservationTimes } from '../reservations/times.ts';
import { calculateIdleState } from './idle.ts';

const LAST_ACTIVE = new Date('2026-03-01T10:00:00Z');
const idleFor = (seconds: number, limitMinutes: number, reservations: ReservationTimes[] = []) =>
  calculateIdleState(new Date(LAST_ACTIVE.getTime() + seconds * 1000), {
    lastActiveAt: LAST_ACTIVE,
    limitMinutes,
    reservations,
  });
const atMinute = (minute: number, limitMinutes: number, reservations: ReservationTimes[]) =>
  idleFor(minute * 60, limitMinutes, reservations).kind;

describe('calculateIdleState', () => {
  test('is active until a minute before the limit', () => {
    expect(idleFor(0, 60)).toEqual({ kind: 'active' });
    expect(idleFor(59 * 60 - 1, 60)).toEqual({ kind: 'active' });
  });

  test('warns in the last minute and counts it down', () => {
    expect(idleFor(59 * 60, 60)).toEqual({ kind: 'warning', secondsLeft: 60 });
    expect(idleFor(60 * 60 - 1, 60)).toEqual({ kind: 'warning', secondsLeft: 1 });
  });

  test('is over at the limit, and long after it', () => {
    expect(idleFor(60 * 60, 60)).toEqual({ kind: 'over' });
    expect(idleFor(86_400, 60)).toEqual({ kind: 'over' });
  });

  test('warns for the second half of a limit of a minute', () => {
    expect(idleFor(29, 1)).toEqual({ kind: 'active' });
    expect(idleFor(30, 1)).toEqual({ kind: 'warning', secondsLeft: 30 });
    expect(idleFor(60, 1)).toEqual({ kind: 'over' });
  });

  test('stays active where the clock was set back', () => {
    expect(idleFor(-3600, 60)).toEqual({ kind: 'active' });
  });

  test('is active from 30 minutes before a reservation to 30 minutes after it, and for the limit after that', () => {
    const reservation = { startTime: '2026-03-01T12:00:00Z', durationHours: 2 };
    const states = [89, 90, 120, 240, 270, 273, 274, 275].map((minute) => atMinute(minute, 5, [reservation]));
    expect(states).toEqual(['over', 'active', 'active', 'active', 'active', 'active', 'warning', 'over']);
  });

  test('is over between two reservations that are far apart, and long after the last', () => {
    const reservations = [
      { startTime: '2026-03-01T10:10:00Z', durationHours: 1 },
      { startTime: '2026-03-01T14:00:00Z', durationHours: 1 },
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
