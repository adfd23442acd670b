import { TriangleAlert } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { formatMoney } from '../../../domain/reservations/money.ts';
import { Button } from '../../ui/button.tsx';
import type { ZonePrice } from './admin-space.ts';
import type { SpaceValues } from './space-values.ts';

type RateWarningProps = { form: UseFormReturn<SpaceValues>; zones: readonly ZonePrice[] };

/** Says that the rate differs from the price of the chosen zone, with a button that takes the price over. */
export function RateWarning({ form: { control, setValue, setFocus }, zones }: RateWarningProps) {
  const [zoneId, hourlyRate] = useWatch({ control, name: ['zoneId', 'hourlyRate'] });
  const zone = zones.find(({ id }) => id === zoneId);
  const [price, rate] = [formatMoney(zone?.pricePerHour ?? 0), formatMoney(hourlyRate)];
  const takePriceOver = (pricePerHour: number) => {
    setValue('hourlyRate', pricePerHour, { shouldDirty: true, shouldValidate: true });
    // The button goes away with the warning.
    setFocus('hourlyRate');
  };
  return (
    <div role="status" className="-mt-2 empty:hidden">
      {zone === undefined || price === rate ? null : (
        <div className="bg-brand-wash text-brand-ink flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control p-3 text-sm">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          <p className="min-w-40 flex-1 wrap-anywhere">{m.space_rate_differs({ zone: zone.name, price, rate })}</p>
          <Button variant="secondary" size="small" onClick={() => takePriceOver(zone.pricePerHour)}>
            {m.space_rate_use({ price })}
          </Button>
        </div>
      )}
    </div>
  );
}
