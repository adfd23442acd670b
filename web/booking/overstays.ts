import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { amountSchema, type Cents, formatCents, toCents } from '../../domain/money/cents.ts';
import { dataClient } from '../data/connection.ts';
import { save } from '../data/database-problem.ts';
import { useChargesDrivers } from '../data/public-settings.ts';
import { readRow, readRows } from '../ui/table/parse-rows.ts';
import { type DeskCharge, toDeskArguments } from './changes/reservation-changes.ts';
import { bookingKeys } from './keys.ts';

/** What a reservation that is over costs more if it ends now. */
export const useOverstayQuote = (reservation: string) =>
  useQuery({
    queryKey: bookingKeys.overstay(reservation),
    queryFn: async () =>
      readRow(await dataClient().rpc('quote_overstay', { reservation }), z.number(), 'reservations-not-loaded'),
    refetchInterval: 30_000,
  });

const owedSchema = z.object({ amount: amountSchema });

/** What a driver owes. */
export function useOwed(userId: string | null) {
  return useQuery({
    queryKey: bookingKeys.owed(userId),
    queryFn: async ({ signal }) => {
      const own = dataClient().from('overstays').select('amount').eq('user_id', userId).eq('state', 'owed');
      const { rows } = readRows(await own.abortSignal(signal), owedSchema, 'balance-not-loaded');
      return toCents(rows.reduce((sum, { amount }) => sum + amount, 0));
    },
    enabled: useChargesDrivers() && userId !== null,
  });
}

/** Pays what is owed at the desk, lets the driver owe it, or waives it with a reason. @throws Problem with the reason */
export function payOverstay(reservation: string, amount: Cents, charge: DeskCharge): Promise<void> {
  const args = { reservation, seen_amount: formatCents(amount), ...toDeskArguments(charge) };
  return save(dataClient().rpc('pay_overstay', args), 'overstay-not-paid');
}
