import { useFormContext } from 'react-hook-form';
import {
  MAX_AUTO_LOGOUT_MINUTES,
  MIN_AUTO_LOGOUT_MINUTES,
  PRIVACY_LEVELS,
} from '../../../../domain/people/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Settings } from '../../rows.ts';
import { formatKey } from '../format-user.ts';
import type { UserValues } from './user-values.ts';

const NOTIFICATIONS = [
  { name: 'settings.emailNotifications', label: 'Email notifications' },
  { name: 'settings.pushNotifications', label: 'Push notifications' },
  { name: 'settings.smsNotifications', label: 'SMS notifications' },
  { name: 'settings.marketingEmails', label: 'Marketing emails' },
] as const;

type UserSettingsPanelProps = { settings: Settings | null; isEditing: boolean };

/** What a person chose for themselves; an administrator may change it for them. */
export function UserSettingsPanel({ settings, isEditing }: UserSettingsPanelProps) {
  const { register, formState } = useFormContext<UserValues>();
  if (settings === null) return <p className="text-muted py-6 text-center">This user has no settings.</p>;
  // The inputs are disabled, not the fields of the form, which would forget what they were.
  return (
    <div className="flex flex-col gap-4">
      <div className="divide-line divide-y">
        {NOTIFICATIONS.map(({ name, label }) => (
          <SwitchField key={name} label={label} {...register(name)} disabled={!isEditing} />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Privacy level" {...register('settings.privacyLevel')} disabled={!isEditing}>
          {PRIVACY_LEVELS.map((level) => (
            <option key={level} value={level}>
              {formatKey(level)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Auto logout (minutes)"
          type="number"
          inputMode="numeric"
          min={MIN_AUTO_LOGOUT_MINUTES}
          max={MAX_AUTO_LOGOUT_MINUTES}
          step={1}
          readOnly={!isEditing}
          error={formState.errors.settings?.autoLogoutMinutes?.message}
          {...register('settings.autoLogoutMinutes', { valueAsNumber: true })}
        />
      </div>
      <dl className="border-line flex items-center justify-between gap-4 border-t pt-4">
        <dt className="font-semibold">Two-factor authentication</dt>
        <dd>
          <Badge tone={settings.twoFactorEnabled ? 'positive' : 'neutral'}>
            {settings.twoFactorEnabled ? 'On' : 'Off'}
          </Badge>
        </dd>
      </dl>
    </div>
  );
}
