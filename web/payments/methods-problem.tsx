import { m } from '#messages';
import { toErrorMessage } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { usePaymentMethods } from './use-payment-methods.ts';

/** Says that the ways to pay are not loaded, with a button to try again; else nothing. */
export function MethodsProblem() {
  const { data, error, isFetching, refetch } = usePaymentMethods();
  if (error === null || data !== undefined) return null;
  return (
    <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
      {toErrorMessage(error)}
      <Button variant="quiet" size="small" className="-mr-2 px-2!" disabled={isFetching} onClick={() => void refetch()}>
        {m.action_try_again()}
      </Button>
    </p>
  );
}
