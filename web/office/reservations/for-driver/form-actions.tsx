import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import type { useReserveForDriver } from './use-reserve-for-driver.ts';

type FormActionsProps = {
  reserving: ReturnType<typeof useReserveForDriver>;
  /** Whether something has to load before the form can be sent. */
  isWaiting: boolean;
  onCancel: () => void;
};

/** Reserves or leaves; after a lost response the only way on is the same request again. */
export function FormActions({ reserving, isWaiting, onCancel }: FormActionsProps) {
  const { isPending, isOutcomeUnknown, mutate, variables } = reserving;
  if (isOutcomeUnknown && variables !== undefined) {
    return (
      <Button disabled={isPending} onClick={() => mutate(variables)}>
        {isPending ? m.for_driver_pending() : m.action_try_again()}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-2 sm:flex-row-reverse">
      <Button type="submit" disabled={isPending || isWaiting} className="sm:flex-1">
        {isPending ? m.for_driver_pending() : m.for_driver_confirm()}
      </Button>
      <Button variant="secondary" disabled={isPending} onClick={onCancel} className="sm:flex-1">
        {m.action_cancel()}
      </Button>
    </div>
  );
}
