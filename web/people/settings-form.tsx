import { zodResolver } from '@hookform/resolvers/zod';
import { Globe, LockKeyhole, type LucideIcon, UsersRound } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { MIN_AUTO_LOGOUT_MINUTES, PRIVACY_LEVELS, type PrivacyLevel } from '../../domain/people/settings.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceCard } from '../ui/choice-card.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { StepperField } from '../ui/stepper-field.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { saveSettings } from './data.ts';
import type { Settings } from './rows.ts';
import { SettingsSection } from './settings-section.tsx';
import {
  type CompleteSettingsValues,
  NOTIFICATION_SETTINGS,
  type SettingsValues,
  settingsValuesSchema,
  toSettingsValues,
} from './settings-values.ts';
import { useSave } from './use-save.ts';
import { settingsKey } from './use-settings.ts';

const PRIVACY: Record<PrivacyLevel, { label: string; detail: string; icon: LucideIcon }> = {
  public: { label: 'Public', detail: 'Everybody may see your profile', icon: Globe },
  friends: { label: 'Friends', detail: 'Only your friends may see it', icon: UsersRound },
  private: { label: 'Private', detail: 'Only you and the operators of Parqueo may see it', icon: LockKeyhole },
};

export function SettingsForm({ userId, settings }: { userId: string; settings: Settings }) {
  const { register, control, handleSubmit, reset, formState } = useForm<
    SettingsValues,
    unknown,
    CompleteSettingsValues
  >({
    resolver: zodResolver(settingsValuesSchema),
    defaultValues: toSettingsValues(settings),
  });
  const saving = useSave({
    save: (values: CompleteSettingsValues) => saveSettings(userId, values),
    queryKey: settingsKey(userId),
    successText: 'Settings updated successfully',
  });
  const submit = handleSubmit((values) => {
    saving.mutate(values, { onSuccess: (saved) => reset(toSettingsValues(saved)) });
  });

  return (
    <form noValidate onSubmit={submit} aria-busy={saving.isPending} className="flex flex-col gap-7">
      <SettingsSection title="Notifications">
        <div className="-my-2 divide-y divide-line">
          {NOTIFICATION_SETTINGS.map(({ name, ...texts }) => (
            <SwitchField key={name} {...texts} {...register(name)} />
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title="Privacy">
        <div className="flex flex-col gap-3">
          {PRIVACY_LEVELS.map((level) => (
            <ChoiceCard key={level} value={level} {...PRIVACY[level]} {...register('privacyLevel')} />
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title="Security">
        <Controller
          control={control}
          name="autoLogoutMinutes"
          render={({ field, fieldState }) => (
            <StepperField
              label="Auto logout (minutes)"
              min={MIN_AUTO_LOGOUT_MINUTES}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              hint="Signs you out after so many minutes without activity, from 1 to 1440. Being parked counts as activity."
            />
          )}
        />
      </SettingsSection>
      <SaveBar pinned={formState.isDirty}>
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save settings'}
        </Button>
      </SaveBar>
    </form>
  );
}
