import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster, toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { EndDialog } from './end-dialog.tsx';
import { listPendingEnds, removePendingEnd } from './pending-ends.ts';

const RESERVATION: Reservation = {
  id: 'reservation-1',
  parkingSpotId: 'space-1',
  parkingSpotName: 'A-01',
  zoneName: 'Casco Colonial',
  startTime: new Date(Date.now() - 65.5 * 60_000).toISOString(),
  durationHours: 3,
  vehicle: { id: 'v', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' },
  paymentMethod: 'wallet',
  ownerName: 'System',
  address: 'Calle El Conde 105',
  price: 15,
  lat: 18.47,
  lng: -69.88,
  createdAt: '2026-03-01T09:00:00Z',
};

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  toast.dismiss();
});

function openDialog(reservation = RESERVATION) {
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

describe('EndDialog', () => {
  test('sums up place, time parked and total', () => {
    openDialog();
    for (const text of ['A-01, Casco Colonial', 'Calle El Conde 105', '1 hr 5 min', '$15.00']) {
      expect(screen.getByText(text)).toBeVisible();
    }
  });

  test('keeps the moment of the first tap of a double click for the server', async () => {
    const onEnded = openDialog();

    await userEvent.dblClick(done());

    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    const [end, ...more] = listPendingEnds();
    expect(end?.id).toBe(RESERVATION.id);
    expect(Date.now() - Date.parse(end?.endedAt ?? '')).toBeLessThan(60_000);
    expect(more).toEqual([]);
  });

  test('ends the reservation also where the browser stores nothing, while the page is open', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const onEnded = openDialog();

    await userEvent.click(done());

    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    expect(listPendingEnds()).toMatchObject([{ id: RESERVATION.id }]);
    removePendingEnd(RESERVATION);
    expect(listPendingEnds()).toEqual([]);
    full.mockRestore();
  });

  test('ends a reservation that only this device knows at once', async () => {
    const onEnded = openDialog({ ...RESERVATION, id: 'local-6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11' });

    await userEvent.click(done());

    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    expect(listPendingEnds()).toEqual([]);
    expect(await screen.findByText('Your parking session has been successfully ended.')).toBeInTheDocument();
  });
});
