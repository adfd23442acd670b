import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { getCurrencySymbol } from '../../../domain/reservations/money.ts';
import { formatAmenity } from '../../../domain/zones/amenities.ts';
import { AmenityIcon } from '../../booking/zones/amenity-icon.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { parseNumberOrZero, type ZoneValues } from './zone-values.ts';

type ZoneFieldsProps = { flags: readonly string[]; numberOfRatings: number };

export function ZoneFields({ flags, numberOfRatings: count }: ZoneFieldsProps) {
  const { register, setValue, formState } = useFormContext<ZoneValues>();
  const { errors } = formState;
  return (
    <>
      <TextField label={m.field_name()} autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextAreaField
        label={m.field_description()}
        rows={2}
        error={errors.description?.message}
        {...register('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={m.zone_field_price({ symbol: getCurrencySymbol() })}
          min={0}
          step={0.01}
          error={errors.pricePerHour?.message}
          {...register('pricePerHour', {
            setValueAs: parseNumberOrZero,
            // Shows what will be saved.
            onBlur: ({ target }) => setValue('pricePerHour', parseNumberOrZero(target.value), { shouldDirty: true }),
          })}
        />
        <NumberField
          label={m.field_rating()}
          min={0}
          max={5}
          step={0.1}
          error={errors.rating?.message}
          // From the first rating on the database keeps the average.
          readOnly={count > 0}
          hint={count > 0 ? m.zone_field_rating_hint({ count, number: formatNumber(count) }) : undefined}
          {...register('rating', { valueAsNumber: true })}
        />
      </div>
      <fieldset>
        <legend className="text-sm font-semibold">{m.field_amenities()}</legend>
        <div className="grid sm:grid-cols-2">
          {flags.map((flag) => (
            <CheckboxField
              key={flag}
              value={flag}
              label={formatAmenity(flag)}
              icon={<AmenityIcon flag={flag} className="text-brand-ink size-5" />}
              {...register('amenities')}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label={m.field_location()}
        autoComplete="off"
        error={errors.location?.message}
        hint={m.zone_field_location_hint()}
        {...register('location')}
      />
    </>
  );
}
