import { act, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Period } from '../../../domain/days/period.ts';
import { AutoLogout } from './auto-logout.tsx';
import { forgetActivity, recordActivity } from './last-activity.ts';
import { dropSession } from './session.ts';

// What ending a session does to the browser is the data client's; browser journeys cover it.
vi.mock('./session.ts', () => ({ dropSession: vi.fn(async () => undefined) }));

const ANA = 'ana';
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-03-01T10:00:00Z');
  vi.mocked(dropSession).mockClear();
  loadReservations.mockResolvedValue([]);
});

afterEach(() => vi.useRealTimers());

/** Lets time pass. Only the last second ticks, as hundreds of renders would make the test slow. */
async function pass(ms: number) {
  const tickingMs = Math.min(ms, 1000);
  vi.setSystemTime(Date.now() + ms - tickingMs);
  await act(() => vi.advanceTimersByTimeAsync(tickingMs));
}
type Opened = { limitMinutes?: number | undefined; userId?: string };
const loadReservations = vi.fn(async (): Promise<Period[]> => []);
const open = ({ userId = ANA, ...limit }: Opened = { limitMinutes: 5 }) =>
  render(
    <StrictMode>
      <AutoLogout userId={userId} limitMinutes={limit.limitMinutes} loadReservations={loadReservations} />
    </StrictMode>,
  );
const warning = () => screen.queryByRole('dialog', { name: 'Are you still there?' });

/** The device sleeps: the clock goes on and no timer fires until it wakes. */
async function sleep(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
}

test('an idle driver is warned for a minute, with a countdown, then signed out once', async () => {
  open();

  await pass(4 * MINUTE_MS - 1000);
  expect(warning()).toBeNull();
  await pass(1000);
  expect(warning()).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent('You will be signed out in 60 seconds.');
  await pass(59_000);
  expect(screen.getByRole('timer')).toHaveTextContent('You will be signed out in 1 second.');
  expect(dropSession).not.toHaveBeenCalled();
  await pass(5000);
  expect(dropSession).toHaveBeenCalledOnce();
});

test('a driver who dismisses the warning starts a new idle time', async () => {
  open();
  await pass(4.5 * MINUTE_MS);

  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await pass(4 * MINUTE_MS - 1000);

  expect(warning()).toBeNull();
  expect(dropSession).not.toHaveBeenCalled();
  await pass(1000);
  expect(warning()).toBeVisible();
});

test.each([
  ['a tap', () => fireEvent.pointerDown(document.body)],
  ['a key', () => fireEvent.keyDown(document.body)],
  ['scrolling', () => fireEvent.scroll(document.body)],
])('a driver stays signed in after %s', async (_, act) => {
  open();
  await pass(3.5 * MINUTE_MS);
  act();
  await pass(3.5 * MINUTE_MS);
  expect(warning()).toBeNull();
});

test('a driver stays signed in through activity in another tab', async () => {
  open();
  await pass(3.5 * MINUTE_MS);
  recordActivity(ANA, new Date());
  await pass(3.5 * MINUTE_MS);
  expect(warning()).toBeNull();
});

test('a driver whose device slept too long is signed out when it wakes', async () => {
  open();
  await sleep(8 * 60 * MINUTE_MS);
  expect(dropSession).toHaveBeenCalledOnce();
});

test('a driver who comes back too late is signed out before the settings are loaded', async () => {
  open().unmount();
  await sleep(6 * MINUTE_MS);
  open({ limitMinutes: undefined });
  await pass(0);
  expect(dropSession).toHaveBeenCalledOnce();
});

test('the next person, or the same one after signing out, starts a new idle time', async () => {
  open().unmount();
  await sleep(6 * MINUTE_MS);
  const other = open({ limitMinutes: 5, userId: 'beto' });
  await pass(1000);
  expect(dropSession).not.toHaveBeenCalled();
  other.unmount();
  forgetActivity();
  open();
  await pass(0);
  expect(dropSession).not.toHaveBeenCalled();
});

test('a driver stays signed in until their idle limit is known', async () => {
  open({ limitMinutes: undefined });
  await sleep(24 * 60 * MINUTE_MS);
  expect(warning()).toBeNull();
  expect(dropSession).not.toHaveBeenCalled();
});

test('a driver reads why they were signed out', async () => {
  const said = vi.spyOn(toast, 'message').mockReturnValue('');
  open({ limitMinutes: 1 });
  await pass(2 * MINUTE_MS);
  expect(said.mock.calls.map(([sentence]) => sentence)).toEqual(['You were signed out after 1 min without activity.']);
});

test('an idle driver is signed out only once it is known that no reservation is near', async () => {
  const answer = Promise.withResolvers<Period[]>();
  loadReservations.mockReturnValue(answer.promise);
  open();
  await sleep(8 * 60 * MINUTE_MS);
  expect(dropSession).not.toHaveBeenCalled();
  answer.resolve([]);
  await pass(1000);
  expect(dropSession).toHaveBeenCalledOnce();
});
