import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { RESERVATION } from '../../testing/rows.ts';
import { EndDialog } from './end-dialog.tsx';
import { listPendingEnds, removePendingEnd } from './pending-ends.tsx';

const STARTED = { ...RESERVATION, ...createPeriod(new Date(Date.now() - 65.5 * 60_000), 3) };

test('the dialog ends the reservation also where the browser stores nothing, while the page is open', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const onEnded = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EndDialog reservation={STARTED} onClose={vi.fn()} onEnded={onEnded} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  expect(listPendingEnds()).toMatchObject([{ id: STARTED.id }]);
  removePendingEnd(STARTED);
  expect(listPendingEnds()).toEqual([]);
  full.mockRestore();
});
