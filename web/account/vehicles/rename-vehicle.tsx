import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { renameVehicle } from './data.ts';
import type { OwnVehicle } from './own-vehicle.ts';
import { useChangeVehicle } from './use-own-vehicles.ts';
import { vehicleNameSchema } from './vehicle-values.ts';

type RenameVehicleProps = { userId: string; vehicle: OwnVehicle; onClose: () => void };

export function RenameVehicle({ userId, vehicle, onClose }: RenameVehicleProps) {
  const [typed, setTyped] = useState(vehicle.name);
  const [fieldError, setFieldError] = useState<string>();
  const renaming = useChangeVehicle(userId, (name: string) => renameVehicle(vehicle.id, name));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = vehicleNameSchema.safeParse(typed);
    setFieldError(name.error?.issues[0]?.message);
    if (name.success && !renaming.isPending) renaming.mutate(name.data, { onSuccess: onClose });
  };

  return (
    <Modal open isClosable={!renaming.isPending} onClose={onClose} title={m.vehicle_rename_title()}>
      <form noValidate onSubmit={submit} aria-busy={renaming.isPending} className="flex flex-col gap-4">
        <TextField
          label={m.field_name()}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={fieldError}
        />
        {renaming.error && !renaming.isPending ? <ErrorNote>{toErrorMessage(renaming.error)}</ErrorNote> : null}
        <div className="flex flex-col gap-2">
          <Button type="submit" disabled={renaming.isPending}>
            {renaming.isPending ? m.action_saving() : m.action_save()}
          </Button>
          <Button variant="secondary" disabled={renaming.isPending} onClick={onClose}>
            {m.action_cancel()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
