import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { m } from '#messages';
import { formatMoney } from '../../domain/money/money.ts';
import { describeOverstay, type OverstayTerms } from '../../domain/zones/overstay.ts';
import { dataClient } from '../data/connection.ts';
import { readRow } from '../ui/table/parse-rows.ts';
import { bookingKeys } from './keys.ts';

/** Says what it costs to stay longer, where it costs something. */
export const OverstayNote = ({ terms }: { terms: OverstayTerms | null | undefined }) =>
  terms ? <p className="text-muted text-sm">{describeOverstay(terms)}</p> : null;

/** Says what a reservation that is over costs more if it ends now. */
export function OverstayCost({ reservation }: { reservation: string }) {
  const { data = 0 } = useQuery({
    queryKey: bookingKeys.overstay(reservation),
    queryFn: async () =>
      readRow(await dataClient().rpc('quote_overstay', { reservation }), z.number(), 'reservations-not-loaded'),
    refetchInterval: 30_000,
  });
  if (data === 0) return null;
  return <p className="text-danger font-semibold">{m.overstay_cost({ amount: formatMoney(data) })}</p>;
}
