import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import type { Period } from '../../../domain/zones/occupancy.ts';
import type { Space } from '../../../domain/zones/zone.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { useOnce } from '../../ui/platform/use-once.ts';
import { ReservationFields } from '../arrival/reservation-fields.tsx';
import { toReservationValues } from '../arrival/reservation-values.ts';
import type { ReserveTarget } from './data.ts';
import { ReservationOffers } from './reservation-offers.tsx';
import type { ReserveValues } from './reserve-values.ts';

type ReserveWhenProps = {
  target: ReserveTarget;
  /** The time in the form when it can be booked. */
  period: Period | null;
  /** Undefined until that is known. */
  isFree: boolean | undefined;
  /** Moves the focus to whether the space is free, as somebody has just taken this one instead of another. */
  isFocused: boolean;
  onTakeSpace: (space: Space) => void;
  /** The element that says whether the space is free. */
  availabilityRef: RefObject<HTMLDivElement | null>;
};

/** Date, time and hours, whether the space is free then, and what else there is when it is not. */
export function ReserveWhen({ target, period, isFree, isFocused, onTakeSpace, availabilityRef }: ReserveWhenProps) {
  const { getValues, setValue } = useFormContext<ReserveValues>();
  useOnce(isFocused, () => availabilityRef.current?.focus());
  const chooseStart = (start: Date) => {
    const reservation = { startTime: start.toISOString(), durationHours: getValues('hours') ?? 0 };
    const { date, time } = toReservationValues(reservation);
    setValue('date', date, { shouldDirty: true, shouldValidate: true });
    setValue('time', time, { shouldDirty: true, shouldValidate: true });
    // The button goes away, and with it the focus.
    availabilityRef.current?.focus();
  };
  return (
    <FormSection title={m.reservation_when()}>
      <ReservationFields />
      <div
        ref={availabilityRef}
        role="status"
        tabIndex={-1}
        className="min-h-6 scroll-mt-17 text-sm font-semibold outline-none"
      >
        <Availability isFree={isFree} />
      </div>
      {period !== null && isFree === false ? (
        <ReservationOffers target={target} period={period} onTakeSpace={onTakeSpace} onChooseStart={chooseStart} />
      ) : null}
    </FormSection>
  );
}

function Availability({ isFree }: { isFree: boolean | undefined }): ReactNode {
  if (isFree === undefined) return null;
  return isFree ? (
    <p className="flex items-center gap-2 text-positive">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
      {m.reserve_is_free()}
    </p>
  ) : (
    <p className="flex items-center gap-2 text-danger">
      <CircleX aria-hidden="true" className="size-5 shrink-0" />
      {m.reserve_is_taken()}
    </p>
  );
}
