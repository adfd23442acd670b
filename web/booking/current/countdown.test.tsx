import { act, render, screen } from '@testing-library/react';
import { Toaster, toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { RESERVATION } from '../../testing/rows.ts';
import { Countdown, getCountdownAnnouncement } from './countdown.tsx';
import { ParkingNotice } from './parking-notice.tsx';

const START = new Date(2026, 2, 1, 10, 0);
const STARTING = { ...RESERVATION, ...createPeriod(START, 3) };

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  toast.dismiss();
  vi.useRealTimers();
});

function openAt(hour: number, minute: number, second = 0) {
  vi.setSystemTime(new Date(2026, 2, 1, hour, minute, second));
  return render(
    <>
      <ParkingNotice reservation={STARTING} />
      <Countdown reservation={STARTING} />
      <Toaster />
    </>,
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the countdown stands still in a hidden tab, and shows the right time at once when it is shown', async () => {
  openAt(10, 0);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(60_000);
  expect(screen.getByRole('timer')).toHaveTextContent('3h 0m 0s');
  visibility.mockRestore();
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByRole('timer')).toHaveTextContent('2h 59m 0s');
});

test('the countdown warns of the last 15 minutes once for a reservation and keeps the alert', async () => {
  const first = openAt(12, 44, 59);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  await pass(1500);
  expect(screen.getByRole('alert')).toHaveTextContent('Time is running out!');
  expect(screen.getAllByText('Time Running Out!')).toHaveLength(1);
  expect(screen.getByText('You have 15 minutes or less remaining in your parking spot.')).toBeInTheDocument();

  first.unmount();
  toast.dismiss();
  await pass(1000);
  openAt(12, 46);
  await pass(1000);
  expect(screen.getByRole('alert')).toHaveTextContent('Time is running out!');
  expect(screen.queryByText('Time Running Out!')).not.toBeInTheDocument();
});

test('the countdown tells a driver how long ago the time was over, without a warning', async () => {
  openAt(13, 20);
  await pass(1000);
  expect(screen.getByText('Ended 20 min ago')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByText('Time Running Out!')).not.toBeInTheDocument();
});

test('a driver who cannot see the countdown hears of it at 15, 5 and 1 minutes and at the end', () => {
  const heard = [15.1, 15, 5.1, 5, 1.1, 1, 0.1, 0].map((minutes) => getCountdownAnnouncement(minutes * 60_000));
  const fifteen = '15 minutes or less of your parking time remain.';
  const five = '5 minutes or less of your parking time remain.';
  const one = '1 minute or less of your parking time remains.';
  expect(heard).toEqual(['', fifteen, fifteen, five, five, one, one, 'Your parking time is over.']);
});
