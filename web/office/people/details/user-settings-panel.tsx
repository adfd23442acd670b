import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import {
  MAX_AUTO_LOGOUT_MINUTES,
  MIN_AUTO_LOGOUT_MINUTES,
  PRIVACY_LEVELS,
} from '../../../../domain/people/settings.ts';
import type { Settings } from '../../../account/profile/rows.ts';
import { NOTIFICATION_SETTINGS, PRIVACY_LABELS } from '../../../account/settings/settings-values.ts';
import { Badge } from '../../../ui/badge.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import type { UserValues } from './user-values.ts';

type UserSettingsPanelProps = { settings: Settings | null; isEditing: boolean };

export function UserSettingsPanel({ settings, isEditing }: UserSettingsPanelProps) {
  const { register, formState } = useFormContext<UserValues>();
  if (settings === null) return <p className="text-muted py-6 text-center">{m.user_settings_none()}</p>;
  // Disabling the inputs keeps the values; disabling the fields of the form would drop them.
  return (
    <div className="flex flex-col gap-4">
      <div className="divide-line divide-y">
        {NOTIFICATION_SETTINGS.map(({ name, label }) => (
          <SwitchField key={name} label={label} {...register(`settings.${name}`)} disabled={!isEditing} />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={m.user_field_privacy_level()}
          options={PRIVACY_LEVELS.map((value) => ({ value, label: PRIVACY_LABELS[value] }))}
          {...register('settings.privacyLevel')}
          disabled={!isEditing}
        />
        <NumberField
          label={m.settings_auto_logout()}
          min={MIN_AUTO_LOGOUT_MINUTES}
          max={MAX_AUTO_LOGOUT_MINUTES}
          readOnly={!isEditing}
          error={formState.errors.settings?.autoLogoutMinutes?.message}
          {...register('settings.autoLogoutMinutes', { valueAsNumber: true })}
        />
      </div>
      <dl className="border-line flex items-center justify-between gap-4 border-t pt-4">
        <dt className="font-semibold">{m.two_factor_authentication()}</dt>
        <dd>
          <Badge tone={settings.twoFactorEnabled ? 'positive' : 'neutral'}>
            {settings.twoFactorEnabled ? m.two_factor_state_on() : m.two_factor_state_off()}
          </Badge>
        </dd>
      </dl>
    </div>
  );
}
