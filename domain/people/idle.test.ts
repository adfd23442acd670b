import { describe, expect, test } from 'vitest';
import { calculateIdleState } from './idle.ts';

const LAST_ACTIVE = new Date('2026-03-01T10:00:00Z');
const idleFor = (seconds: number, limitMinutes: number) =>
  calculateIdleState(new Date(LAST_ACTIVE.getTime() + seconds * 1000), { lastActiveAt: LAST_ACTIVE, limitMinutes });

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
});
