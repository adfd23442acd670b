import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
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
      title={m.raise_dialog_title({ space: formatSpaceInZone(space) })}
      description={m.raise_dialog_description()}
    >
      {check.isPending ? (
        <p role="status" className="text-muted text-sm">
          {m.reservations_checking()}
        </p>
      ) : null}
      {warning ? <ErrorNote>{warning}</ErrorNote> : null}
      <div className="mt-2 flex flex-col gap-2">
        <Button variant={warning ? 'danger' : 'primary'} disabled={check.isPending} onClick={onRaise}>
          {warning ? m.raise_dialog_raise_anyway() : m.raise_dialog_raise()}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {m.raise_dialog_keep()}
        </Button>
      </div>
    </Modal>
  );
}
