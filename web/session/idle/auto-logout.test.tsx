import { act, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutHere } from '../auth/data.ts';
import { AutoLogout } from './auto-logout.tsx';
import { forgetActivity, recordActivity } from './last-activity.ts';

// What ending a session does to the browser is the data client's; browser journeys cover it.
vi.mock('../auth/data.ts', () => ({ signOutHere: vi.fn(async () => undefined) }));

const ANA = 'ana';
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-03-01T10:00:00Z');
  vi.mocked(signOutHere).mockClear();
});

afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
type Opened = { limitMinutes?: number | undefined; userId?: string };
const open = ({ userId = ANA, ...limit }: Opened = { limitMinutes: 5 }) =>
  render(
    <StrictMode>
      <AutoLogout userId={userId} limitMinutes={limit.limitMinutes} />
    </StrictMode>,
  );
const warning = () => screen.queryByRole('dialog', { name: 'Are you still there?' });

/** The device sleeps: the clock goes on and no timer fires until it wakes. */
async function sleep(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
}

describe('AutoLogout', () => {
  it('warns a minute before the end, counts down and signs out once', async () => {
    open();

    await pass(4 * MINUTE_MS - 1000);
    expect(warning()).toBeNull();
    await pass(1000);
    expect(warning()).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('You will be signed out in 60 seconds.');
    await pass(59_000);
    expect(screen.getByRole('timer')).toHaveTextContent('You will be signed out in 1 second.');
    expect(signOutHere).not.toHaveBeenCalled();
    await pass(5000);
    expect(signOutHere).toHaveBeenCalledOnce();
  });

  it('begins anew when the driver answers', async () => {
    open();
    await pass(4.5 * MINUTE_MS);

    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await pass(4 * MINUTE_MS - 1000);

    expect(warning()).toBeNull();
    expect(signOutHere).not.toHaveBeenCalled();
    await pass(1000);
    expect(warning()).toBeVisible();
  });

  it.each([
    ['a tap', () => fireEvent.pointerDown(document.body)],
    ['a key', () => fireEvent.keyDown(document.body)],
    ['scrolling', () => fireEvent.scroll(document.body)],
  ])('takes %s for a sign of life', async (_, act) => {
    open();
    await pass(3.5 * MINUTE_MS);
    act();
    await pass(3.5 * MINUTE_MS);
    expect(warning()).toBeNull();
  });

  it('takes activity in another tab for activity in this one', async () => {
    open();
    await pass(3.5 * MINUTE_MS);
    recordActivity(ANA, new Date());
    await pass(3.5 * MINUTE_MS);
    expect(warning()).toBeNull();
  });

  it('signs out the moment a device wakes that slept for too long', async () => {
    open();
    await sleep(8 * 60 * MINUTE_MS);
    expect(signOutHere).toHaveBeenCalledOnce();
  });

  it('signs out who closed the product and comes back too late, before the settings are there', async () => {
    open().unmount();
    await sleep(6 * MINUTE_MS);
    open({ limitMinutes: undefined });
    await pass(0);
    expect(signOutHere).toHaveBeenCalledOnce();
  });

  it('counts from the start for the next person, and for the same one after signing out', async () => {
    open().unmount();
    await sleep(6 * MINUTE_MS);
    open({ limitMinutes: 5, userId: 'beto' }).unmount();
    await pass(0);
    forgetActivity();
    open();
    await pass(0);
    expect(signOutHere).not.toHaveBeenCalled();
  });

  it('does nothing while it is not known how long the driver may rest', async () => {
    open({ limitMinutes: undefined });
    await sleep(24 * 60 * MINUTE_MS);
    expect(warning()).toBeNull();
    expect(signOutHere).not.toHaveBeenCalled();
  });

  it('says why, also when the server could not be told', async () => {
    const said = vi.spyOn(toast, 'message').mockReturnValue('');
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    vi.mocked(signOutHere).mockRejectedValueOnce(new Error('no answer'));
    open({ limitMinutes: 1 });
    await pass(2 * MINUTE_MS);
    expect(said.mock.calls.map(([sentence]) => sentence)).toEqual([
      'You were signed out after 1 minute without activity.',
    ]);
  });
});
