import { useQuery } from '@tanstack/react-query';
import { toErrorMessage } from '../../domain/problems.ts';
import { formatSpaceInZone } from '../../domain/zones/space-names.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Modal } from '../ui/modal.tsx';
import type { LockedSpace } from './use-lock-commands.ts';

type RaiseDialogProps = {
  space: LockedSpace;
  loadWarning: (spaceId: string) => Promise<string | null>;
  onRaise: () => void;
  onClose: () => void;
};

/** Asks before a lock is raised, which could damage a car above it, and warns when a car may be there. */
export function RaiseDialog({ space, loadWarning, onRaise, onClose }: RaiseDialogProps) {
  const check = useQuery({
    queryKey: ['raise-warning', space.id],
    queryFn: () => loadWarning(space.id),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  const warning = check.isError ? toErrorMessage(check.error) : check.data;
  return (
    <Modal
      open
      onClose={onClose}
      title={`Raise the lock of ${formatSpaceInZone(space)}?`}
      description="A lock that rises under a car damages it. Make sure that nobody is parked on the space."
    >
      {check.isPending ? (
        <p role="status" className="text-muted text-sm">
          Checking for reservations...
        </p>
      ) : null}
      {warning ? <ErrorNote>{warning}</ErrorNote> : null}
      <div className="mt-2 flex flex-col gap-2">
        <Button variant={warning ? 'danger' : 'primary'} disabled={check.isPending} onClick={onRaise}>
          {warning ? 'Raise all the same' : 'Raise lock'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Keep it as it is
        </Button>
      </div>
    </Modal>
  );
}
