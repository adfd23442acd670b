import { CircleCheck, CircleX } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNow } from '../../platform/use-now.ts';
import { FormSection } from '../../ui/form-section.tsx';
import { StayFields } from '../arrival/stay-fields.tsx';
import { findBookableStay, type ReserveValues } from './reserve-values.ts';
import { useReserveAvailability } from './use-reserve-availability.ts';

/** Date, time and hours, and whether the space is free then. */
export function ReserveWhen({ spaceId }: { spaceId: string }) {
  const { control } = useFormContext<ReserveValues>();
  const [date, time, hours] = useWatch({ control, name: ['date', 'time', 'hours'] });
  const stay = findBookableStay({ date, time, hours }, useNow());
  return (
    <FormSection title="When">
      <StayFields />
      <Availability isFree={useReserveAvailability({ spaceId, ...stay })} />
    </FormSection>
  );
}

function Availability({ isFree }: { isFree: boolean | undefined }) {
  return (
    <div role="status" className="min-h-6 text-sm font-semibold">
      {isFree === true ? (
        <p className="flex items-center gap-2 text-positive">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          Free at this time
        </p>
      ) : null}
      {isFree === false ? (
        <p className="flex items-center gap-2 text-danger">
          <CircleX aria-hidden="true" className="size-5 shrink-0" />
          Taken for part of this time. Try another time.
        </p>
      ) : null}
    </div>
  );
}
