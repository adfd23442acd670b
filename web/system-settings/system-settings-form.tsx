import { zodResolver } from '@hookform/resolvers/zod';
import { AppWindow, Bell, CircleParking, CreditCard } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { NumberField } from '../ui/number-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { TextAreaField } from '../ui/text-area-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import { DEFAULT_SYSTEM_SETTINGS, type SystemSettings, systemSettingsSchema } from './system-settings-values.ts';

const CURRENCY_OPTIONS: readonly { value: SystemSettings['currency']; label: string }[] = [
  { value: 'USD', label: 'US dollar (USD)' },
  { value: 'DOP', label: 'Dominican peso (DOP)' },
];

/** A form without a backend: it forgets its values when it closes. */
export function SystemSettingsForm() {
  const { register, handleSubmit, control, formState } = useForm<SystemSettings>({
    resolver: zodResolver(systemSettingsSchema),
    defaultValues: DEFAULT_SYSTEM_SETTINGS,
  });
  const registerNumber = (name: keyof SystemSettings) => ({
    error: formState.errors[name]?.message,
    ...register(name, { valueAsNumber: true }),
  });
  // Disabling the inputs keeps the values; disabling the fields of the form would drop them.
  const kind = {
    className: 'border-line border-l-2 pl-4',
    disabled: !useWatch({ control, name: 'notificationsEnabled' }),
  };
  return (
    <SettingsForm
      title="System Settings"
      saveLabel="Save System Settings"
      onSubmit={handleSubmit(() => void toast.success('System settings saved successfully'))}
    >
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
      <SettingsCard title="Parking Settings" text="What holds for every reservation" icon={CircleParking}>
        <NumberField
          label="Default parking rate ($ per hour)"
          min={0}
          step={0.01}
          {...registerNumber('defaultParkingRate')}
        />
        <NumberField label="Max reservation hours" min={1} max={168} {...registerNumber('maxReservationHours')} />
        <NumberField
          label="Cancellation deadline (minutes before start)"
          min={0}
          {...registerNumber('cancellationDeadline')}
        />
      </SettingsCard>
      <SettingsCard title="Notification Settings" text="What drivers are told, and how" icon={Bell}>
        <SwitchField label="Enable notifications" {...register('notificationsEnabled')} />
        <SwitchField label="Email notifications" {...register('emailNotifications')} {...kind} />
        <SwitchField label="Push notifications" {...register('pushNotifications')} {...kind} />
      </SettingsCard>
      <SettingsCard title="Payment Settings" text="In what drivers pay, and the tax on it" icon={CreditCard}>
        <SelectField label="Default currency" options={CURRENCY_OPTIONS} {...register('currency')} />
        <NumberField label="Tax rate (%)" min={0} max={100} step={0.01} {...registerNumber('taxRate')} />
      </SettingsCard>
    </SettingsForm>
  );
}
