import { zodResolver } from '@hookform/resolvers/zod';
import { AppWindow, Bell, CircleParking, CreditCard } from 'lucide-react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { FilterField } from '../ui/filter-field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { TextAreaField } from '../ui/text-area-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import {
  CURRENCIES,
  DEFAULT_SYSTEM_SETTINGS,
  type SystemSettings,
  systemSettingsSchema,
} from './system-settings-values.ts';

const CURRENCY_LABELS = { USD: 'US dollar (USD)', DOP: 'Dominican peso (DOP)' } as const;
const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: CURRENCY_LABELS[value] }));

type CardProps = { form: UseFormReturn<SystemSettings> };

/** A form without a backend: it forgets its values when it closes. */
export function SystemSettingsForm() {
  const form = useForm<SystemSettings>({
    resolver: zodResolver(systemSettingsSchema),
    defaultValues: DEFAULT_SYSTEM_SETTINGS,
  });
  return (
    <SettingsForm
      title="System Settings"
      saveLabel="Save System Settings"
      onSubmit={form.handleSubmit(() => {
        toast.success('System settings saved successfully');
      })}
    >
      <ApplicationCard form={form} />
      <ParkingCard form={form} />
      <NotificationCard form={form} />
      <PaymentCard form={form} />
    </SettingsForm>
  );
}

function ApplicationCard({ form: { register } }: CardProps) {
  return (
    <SettingsCard
      title="Application Settings"
      text="What the product is called, and whether it is open"
      icon={AppWindow}
    >
      <TextField label="Application name" autoComplete="off" {...register('appName')} />
      <TextAreaField label="Application description" rows={2} {...register('appDescription')} />
      <SwitchField
        label="Maintenance mode"
        detail="Closes the product to drivers for a while"
        {...register('maintenanceMode')}
      />
    </SettingsCard>
  );
}

function ParkingCard({ form: { register, formState } }: CardProps) {
  const { errors } = formState;
  return (
    <SettingsCard title="Parking Settings" text="What holds for every reservation" icon={CircleParking}>
      <NumberField
        label="Default parking rate ($ per hour)"
        min={0}
        step={0.01}
        error={errors.defaultParkingRate?.message}
        {...register('defaultParkingRate', { valueAsNumber: true })}
      />
      <NumberField
        label="Max reservation hours"
        min={1}
        max={168}
        error={errors.maxReservationHours?.message}
        {...register('maxReservationHours', { valueAsNumber: true })}
      />
      <NumberField
        label="Cancellation deadline (minutes before start)"
        min={0}
        error={errors.cancellationDeadline?.message}
        {...register('cancellationDeadline', { valueAsNumber: true })}
      />
    </SettingsCard>
  );
}

function NotificationCard({ form: { register, control } }: CardProps) {
  const isOff = !useWatch({ control, name: 'notificationsEnabled' });
  // Disabling the inputs keeps the values; disabling the fields of the form would drop them.
  return (
    <SettingsCard title="Notification Settings" text="What drivers are told, and how" icon={Bell}>
      <SwitchField label="Enable notifications" {...register('notificationsEnabled')} />
      <SwitchField
        label="Email notifications"
        className="border-line border-l-2 pl-4"
        {...register('emailNotifications')}
        disabled={isOff}
      />
      <SwitchField
        label="Push notifications"
        className="border-line border-l-2 pl-4"
        {...register('pushNotifications')}
        disabled={isOff}
      />
    </SettingsCard>
  );
}

function PaymentCard({ form: { register, control, formState } }: CardProps) {
  return (
    <SettingsCard title="Payment Settings" text="In what drivers pay, and the tax on it" icon={CreditCard}>
      <Controller
        control={control}
        name="currency"
        render={({ field }) => (
          <FilterField
            label="Default currency"
            name={field.name}
            value={field.value}
            options={CURRENCY_OPTIONS}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <NumberField
        label="Tax rate (%)"
        min={0}
        max={100}
        step={0.01}
        error={formState.errors.taxRate?.message}
        {...register('taxRate', { valueAsNumber: true })}
      />
    </SettingsCard>
  );
}
