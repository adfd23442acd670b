import { CircleAlert } from 'lucide-react';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { usePaymentMethods } from './use-payment-methods.ts';

/** Says that the ways to pay are not loaded, with a button to try again; else nothing. */
export function MethodsProblem() {
  const { data, error, isFetching, refetch } = usePaymentMethods();
  if (error === null || data !== undefined) return null;
  return (
    <p role="status" className="text-muted flex items-center gap-2 text-sm">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">{toErrorMessage(error)}</span>
      <Button
        variant="quiet"
        size="small"
        className="-mr-2 shrink-0 px-2!"
        disabled={isFetching}
        onClick={() => void refetch()}
      >
        {m.action_try_again()}
      </Button>
    </p>
  );
}
