import { zodResolver } from '@hookform/resolvers/zod';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { VEHICLE_TYPE_LABELS } from '../../../domain/vehicles/vehicle-type.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { accountKeys } from '../keys.ts';
import { AddVehicle, VehicleFields } from './add-vehicle.tsx';
import { VEHICLE_ICONS } from './vehicle-choice.tsx';
import {
  isPlateUsed,
  MAX_VEHICLES,
  type NewVehicle,
  type OwnVehicle,
  removeVehicle,
  updateVehicle,
  useOwnVehicles,
  type VehicleValues,
  vehicleValuesSchema,
} from './vehicles.ts';

export function VehicleList({ userId }: { userId: string }) {
  const vehicles = useOwnVehicles(userId);
  return (
    <section aria-labelledby="vehicles" className="flex flex-col gap-3">
      <h2 id="vehicles" className="text-lg font-bold tracking-tight">
        {m.vehicles_title()}
      </h2>
      <QueryState query={vehicles} loading={<SkeletonList label={m.vehicles_loading()} shapes={['h-18', 'h-18']} />}>
        {(list) => (
          <>
            {list.length === 0 ? <p className="text-muted">{m.vehicles_none()}</p> : null}
            <ul className="flex flex-col gap-3 empty:hidden">
              {list.map((vehicle) => (
                <li key={vehicle.id}>
                  <VehicleCard userId={userId} vehicle={vehicle} />
                </li>
              ))}
            </ul>
            <Adding userId={userId} count={list.length} />
          </>
        )}
      </QueryState>
    </section>
  );
}

function Adding({ userId, count }: { userId: string; count: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (isOpen) return <AddVehicle userId={userId} onAdded={close} onCancel={close} />;
  if (count >= MAX_VEHICLES)
    return <p className="text-sm text-muted">{m.vehicles_full({ max: String(MAX_VEHICLES) })}</p>;
  return (
    <Button icon={Plus} variant="secondary" onClick={() => setIsOpen(true)}>
      {m.vehicle_add()}
    </Button>
  );
}

function VehicleCard({ userId, vehicle }: { userId: string; vehicle: OwnVehicle }) {
  const { id, name, plate, type, isDefault } = vehicle;
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null);
  const choosing = useAction(() => updateVehicle(id, { is_default: true }), {
    invalidates: [accountKeys.vehicles(userId)],
  });
  const close = () => setOpened(null);
  const Icon = VEHICLE_ICONS[type];
  return (
    <Card className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
      <div className="flex min-w-0 flex-[1_1_9rem] flex-col">
        <span className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {name}
          {isDefault ? <Badge tone="brand">{m.vehicle_default()}</Badge> : null}
        </span>
        <span className="text-sm text-muted">
          {m.reserve_vehicle_detail({ type: VEHICLE_TYPE_LABELS[type], plate })}
        </span>
      </div>
      <div className="ml-auto flex items-center">
        {isDefault ? null : (
          <Button
            variant="quiet"
            size="small"
            aria-label={m.vehicle_make_default_of({ name })}
            disabled={choosing.isPending}
            onClick={() => choosing.mutate()}
          >
            {m.vehicle_make_default()}
          </Button>
        )}
        <IconButton icon={Pencil} label={m.vehicle_edit_of({ name })} onClick={() => setOpened('edit')} />
        <IconButton icon={Trash2} label={m.vehicle_remove_of({ name })} onClick={() => setOpened('remove')} />
      </div>
      {opened === 'edit' ? <EditVehicle userId={userId} vehicle={vehicle} onClose={close} /> : null}
      {opened === 'remove' ? <RemoveVehicle userId={userId} vehicle={vehicle} onClose={close} /> : null}
    </Card>
  );
}

type VehicleDialogProps = { userId: string; vehicle: OwnVehicle; onClose: () => void };

function RemoveVehicle({ userId, vehicle: { id, name, plate }, onClose }: VehicleDialogProps) {
  const { mutate, dialog } = useAction(() => removeVehicle(id), {
    invalidates: [accountKeys.vehicles(userId)],
    onClose,
  });
  return (
    <QuestionDialog
      title={m.vehicle_remove_question()}
      text={m.vehicle_remove_text({ vehicle: m.vehicle_with_plate({ name, plate }) })}
      label={m.vehicle_remove()}
      pendingLabel={m.vehicle_removing()}
      cancelLabel={m.vehicle_keep()}
      variant="danger"
      {...dialog}
      onConfirm={mutate}
    />
  );
}

/** Corrects name, plate and type; reservations keep their copy. */
function EditVehicle({ userId, vehicle, onClose }: VehicleDialogProps) {
  const form = useForm<VehicleValues, unknown, NewVehicle>({
    resolver: zodResolver(vehicleValuesSchema),
    defaultValues: vehicle,
  });
  const { mutate, dialog } = useAction((values: NewVehicle) => updateVehicle(vehicle.id, values), {
    invalidates: [accountKeys.vehicles(userId)],
    onError: (failure) => {
      if (isPlateUsed(failure)) form.setError('plate', { message: failure.message });
    },
    onClose,
  });
  return (
    <QuestionDialog
      title={m.vehicle_edit_title()}
      label={m.action_save()}
      {...dialog}
      error={isPlateUsed(dialog.error) ? null : dialog.error}
      onConfirm={form.handleSubmit((values) => mutate(values))}
    >
      <VehicleFields form={form} />
    </QuestionDialog>
  );
}
