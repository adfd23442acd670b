import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster, toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RESERVATION } from '../../testing/rows.ts';
import { EndDialog } from './end-dialog.tsx';
import { listPendingEnds, removePendingEnd } from './pending-ends.ts';

const STARTED = { ...RESERVATION, startTime: new Date(Date.now() - 65.5 * 60_000).toISOString() };

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  toast.dismiss();
});

function openDialog(reservation = STARTED) {
  const onEnded = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EndDialog reservation={reservation} open onClose={vi.fn()} onEnded={onEnded} />
      <Toaster />
    </QueryClientProvider>,
  );
  return onEnded;
}

const done = () => screen.getByRole('button', { name: 'Done' });

test('the dialog ends the reservation also where the browser stores nothing, while the page is open', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const onEnded = openDialog();

  await userEvent.click(done());

  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  expect(listPendingEnds()).toMatchObject([{ id: STARTED.id }]);
  removePendingEnd(STARTED);
  expect(listPendingEnds()).toEqual([]);
  full.mockRestore();
});
