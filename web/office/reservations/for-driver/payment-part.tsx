import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { m } from '#messages';
import type { Cents } from '../../../../domain/money/cents.ts';
import { LoadingNote } from '../../../ui/loading-note.tsx';
import { QueryProblem } from '../../../ui/query-state.tsx';
import { DeskPayment } from './desk-payment.tsx';

type PaymentPartProps = Omit<ComponentProps<typeof DeskPayment>, 'balance' | 'total'> & {
  wallet: UseQueryResult<Cents | null>;
  /** Null before the stay is chosen. */
  total: Cents | null;
};

/** What the stay takes from the driver's wallet, or why that is not there yet. */
export function PaymentPart({ wallet, total, ...payment }: PaymentPartProps) {
  if (wallet.isError || (wallet.isPending && wallet.isPaused)) return <QueryProblem query={wallet} />;
  if (wallet.isPending) return <LoadingNote>{m.status_loading()}</LoadingNote>;
  if (wallet.data === null || total === null) return null;
  return <DeskPayment balance={wallet.data} total={total} {...payment} />;
}
