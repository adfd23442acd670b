import { expect, test } from 'vitest';
import { choosePrimary } from './follow-primary.ts';

const silent = { state: null };
const standby = { state: { timeline: null } };
const onTimeline = (timeline: number) => ({ state: { timeline } });

test('the host that takes writes is chosen, wherever it stands', () => {
  const primary = onTimeline(1);
  expect(choosePrimary([silent, standby, primary])?.host).toBe(primary);
  expect(choosePrimary([standby, silent])).toBeUndefined();
});

test('of two hosts that take writes the one promoted last is chosen', () => {
  const old = onTimeline(3);
  const promoted = onTimeline(4);
  expect(choosePrimary([old, promoted])?.host).toBe(promoted);
  expect(choosePrimary([old, promoted], { host: old, timeline: 3 })?.host).toBe(promoted);
});

test('a host that is silent stays chosen until another is promoted, also while an old one takes writes', () => {
  const old = onTimeline(3);
  const current = { host: silent, timeline: 4 };
  expect(choosePrimary([old, silent], current)).toBe(current);
  const promoted = onTimeline(5);
  expect(choosePrimary([old, silent, promoted], current)?.host).toBe(promoted);
});
