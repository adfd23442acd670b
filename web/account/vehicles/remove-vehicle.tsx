import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { removeVehicle } from './data.ts';
import type { OwnVehicle } from './own-vehicle.ts';
import { useChangeVehicle } from './use-own-vehicles.ts';

type RemoveVehicleProps = { userId: string; vehicle: OwnVehicle; onClose: () => void };

/** Asks before a vehicle is removed; stays open while that fails. */
export function RemoveVehicle({ userId, vehicle: { id, name, plate }, onClose }: RemoveVehicleProps) {
  const removing = useChangeVehicle(userId, () => removeVehicle(id));
  return (
    <Modal
      open
      isClosable={!removing.isPending}
      onClose={onClose}
      title={m.vehicle_remove_question()}
      description={m.vehicle_remove_text({ vehicle: m.vehicle_with_plate({ name, plate }) })}
    >
      {removing.error && !removing.isPending ? <ErrorNote>{toErrorMessage(removing.error)}</ErrorNote> : null}
      <DialogActions>
        <Button
          variant="danger"
          disabled={removing.isPending}
          onClick={() => removing.mutate(undefined, { onSuccess: onClose })}
        >
          {removing.isPending ? m.vehicle_removing() : m.vehicle_remove()}
        </Button>
        <Button variant="secondary" disabled={removing.isPending} onClick={onClose}>
          {m.vehicle_keep()}
        </Button>
      </DialogActions>
    </Modal>
  );
}
