import { TriangleAlert } from 'lucide-react';
import { messageOf } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { type AdminZone, zoneNameOf } from './admin-zone.ts';
import type { ZoneUse } from './data.ts';
import { useDeleteZone, useZoneUse } from './use-admin-zones.ts';

/** Asks before a zone is deleted, and says what depends on it. */
export function DeleteZoneDialog({ zone, onClose }: { zone: AdminZone; onClose: () => void }) {
  const { mutate, isPending } = useDeleteZone(onClose);
  const use = useZoneUse(zone.id);
  const warning = use.isError ? messageOf(use.error) : use.data ? warningOf(use.data) : 'Counting its spaces...';
  return (
    <Modal
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose();
      }}
      title={`Delete ${zoneNameOf(zone)}?`}
      description="Are you sure you want to delete this parking zone? This action cannot be undone."
    >
      {warning === null ? null : (
        <p role="status" className="bg-danger-wash text-danger flex items-start gap-2 rounded-control p-3 text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </p>
      )}
      <div className="mt-2 flex flex-col gap-2">
        <Button variant="danger" disabled={isPending} onClick={() => mutate(zone.id)}>
          {isPending ? 'Deleting...' : 'Delete zone'}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Keep zone
        </Button>
      </div>
    </Modal>
  );
}

/** What becomes of what a zone has, or null for a zone that has nothing. */
function warningOf({ spaces, reservations }: ZoneUse): string | null {
  if (spaces === 0) return null;
  const kept = spaces === 1 ? 'Its 1 space will be in no zone.' : `Its ${spaces} spaces will be in no zone.`;
  if (reservations === 0) return kept;
  return reservations === 1
    ? `${kept} 1 current or future reservation of them stays active.`
    : `${kept} ${reservations} current or future reservations of them stay active.`;
}
