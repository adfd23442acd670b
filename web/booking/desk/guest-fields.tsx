import { zodResolver } from '@hookform/resolvers/zod';
import type { RefCallback } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import { DEFAULT_PHONE_COUNTRY, getPhoneHint, parsePhone } from '../../../domain/people/phone.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { TYPE_OPTIONS } from '../../account/vehicles/add-vehicle.tsx';
import { vehicleValuesSchema } from '../../account/vehicles/vehicles.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Button } from '../../ui/form/button.tsx';
import { InnerForm } from '../../ui/form/inner-form.tsx';
import { registerFields } from '../../ui/form/register-fields.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { addGuest, type FoundDriver } from './reservation-for-driver.ts';

const guestSchema = vehicleValuesSchema.omit({ name: true }).extend({
  fullName: z.string().trim().min(1, m.for_driver_guest_name_missing()).max(TEXT_LIMITS.fullName.max),
  /** With its country code where it is no Dominican number. */
  phone: z.string().transform((typed, context) => {
    const phone = parsePhone({
      country: typed.trim().startsWith('+') && !typed.trim().startsWith('+1') ? 'other' : DEFAULT_PHONE_COUNTRY,
      number: typed,
    });
    if (phone) return phone;
    context.addIssue(getPhoneHint(DEFAULT_PHONE_COUNTRY));
    return z.NEVER;
  }),
});
type GuestValues = z.input<typeof guestSchema>;
type Guest = z.output<typeof guestSchema>;

type GuestFieldsProps = {
  onAdded: (driver: FoundDriver, plate: string) => void;
  onCancel: () => void;
  /** What the form of the reservation lacks. */
  error: string | undefined;
  buttonRef: RefCallback<HTMLButtonElement>;
};

/** Name, phone and vehicle of a driver without an account. No form element, as it stands in the form of the reservation. */
export function GuestFields({ onAdded, onCancel, error, buttonRef }: GuestFieldsProps) {
  const form = useForm<GuestValues, unknown, Guest>({
    resolver: zodResolver(guestSchema),
    defaultValues: { fullName: '', phone: '', plate: '', type: 'sedan' },
  });
  const field = registerFields(form);
  const adding = useAction(addGuest, {
    // The fields show it.
    onError: () => undefined,
    onSuccess: (driver, { plate }) => onAdded(driver, plate),
  });
  const { isPending } = adding;
  const add = form.handleSubmit((guest) => adding.mutate(guest));
  return (
    <InnerForm label={m.for_driver_guest()} isBusy={isPending} onSubmit={() => void add()}>
      <p className="text-muted text-sm">{m.for_driver_guest_text()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.user_field_full_name()} maxLength={TEXT_LIMITS.fullName.max} {...field('fullName')} />
        <TextField label={m.user_field_phone()} type="tel" {...field('phone')} />
        <TextField label={m.vehicle_plate()} autoCapitalize="characters" spellCheck={false} {...field('plate')} />
        <SelectField label={m.vehicle_type()} options={TYPE_OPTIONS} {...field('type')} />
      </div>
      {adding.error && !isPending ? <ErrorNote error={adding.error} /> : null}
      {error ? <ErrorNote>{error}</ErrorNote> : null}
      <div className="flex flex-wrap gap-2">
        <Button ref={buttonRef} variant="secondary" className="flex-1" disabled={isPending} onClick={() => void add()}>
          {isPending ? m.for_driver_guest_adding() : m.for_driver_guest_add()}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onCancel}>
          {m.action_cancel()}
        </Button>
      </div>
    </InnerForm>
  );
}
