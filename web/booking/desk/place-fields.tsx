import { useController, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { describeProblem } from '../../../domain/problems.ts';
import type { Space } from '../../../domain/zones/zone.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { toStartValues } from '../arrival/reservation-values.ts';
import { FreeNote, ReservationOffers } from '../reserve/reserve-when.tsx';
import type { ForDriverValues, ReservationOnForm } from './for-driver-form.ts';

export function PlaceFields({ zones, spaces, alarms }: Pick<ReservationOnForm, 'zones' | 'spaces' | 'alarms'>) {
  const { control, setValue } = useFormContext<ForDriverValues>();
  const { field: zone, fieldState } = useController({ control, name: 'zoneId' });
  const { field: space } = useController({ control, name: 'spaceId' });
  const rate = zones.length === 0 ? 'unknown' : formatMoney(Math.min(...zones.map((one) => one.pricePerHour)));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        {...zone}
        label={m.for_driver_zone()}
        options={[
          ...(zone.value === '' ? [{ value: '', label: m.for_driver_choose_zone({ rate }) }] : []),
          ...zones.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ target }) => {
          zone.onChange(target.value);
          setValue('spaceId', '');
        }}
        error={fieldState.error?.message}
      />
      <SelectField
        {...space}
        label={m.for_driver_space()}
        disabled={zone.value === ''}
        options={[
          { value: '', label: m.for_driver_any_space() },
          ...spaces.map((one) => ({ value: one.id, label: formatOption(one, alarms) })),
        ]}
      />
    </div>
  );
}

function formatOption({ id, name, status }: Space, alarms: readonly string[]): string {
  if (status === 'available') return alarms.includes(id) ? m.for_driver_space_alarm({ space: name }) : name;
  return status === 'maintenance'
    ? m.space_option_out_of_service({ space: name })
    : m.for_driver_space_taken({ space: name });
}

/** Whether the space is free, and what else there is when it is not. */
export function Availability({ target, status, period }: Pick<ReservationOnForm, 'target' | 'status' | 'period'>) {
  const { setValue } = useFormContext<ForDriverValues>();
  const isTaken = status !== null && status !== 'available' && status !== 'maintenance';
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="min-h-6 text-sm font-semibold">
        {status === null ? null : (
          <FreeNote
            isFree={status === 'available'}
            {...(status === 'maintenance' ? { taken: describeProblem('space-out-of-service') } : {})}
          />
        )}
      </div>
      {isTaken && target !== null && period !== null ? (
        <ReservationOffers
          target={target}
          period={period}
          onTakeSpace={({ id }) => setValue('spaceId', id, { shouldValidate: true })}
          onChooseStart={(start) => {
            const { date, time } = toStartValues(start);
            setValue('date', date);
            setValue('time', time);
          }}
        />
      ) : null}
    </div>
  );
}
