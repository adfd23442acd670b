import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, LockKeyhole, type LucideIcon, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import {
  listAutoLogoutOptions,
  PRIVACY_LEVELS,
  type PrivacyLevel,
  parseAutoLogout,
} from '../../../domain/people/settings.ts';
import { connection } from '../../data/connection.ts';
import { usePublicSettings } from '../../data/public-settings.ts';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { accountKeys } from '../keys.ts';
import type { Settings, SettingsChanges } from '../profile/profile.ts';
import { saveSettings } from '../profile/profile.ts';
import { findPushSupport, isDeviceOn, turnDeviceOff, turnDeviceOn } from './device-settings.ts';

const NOTIFICATION_SETTINGS = [
  {
    name: 'emailNotifications',
    label: m.settings_email_notifications(),
    detail: m.settings_email_notifications_detail(),
  },
  { name: 'pushNotifications', label: m.settings_push_notifications(), detail: m.settings_push_notifications_detail() },
  { name: 'smsNotifications', label: m.settings_sms_notifications(), detail: m.settings_sms_notifications_detail() },
  { name: 'marketingEmails', label: m.settings_marketing_emails(), detail: m.settings_marketing_emails_detail() },
] as const;

const PRIVACY_ICONS: Record<PrivacyLevel, LucideIcon> = { public: Globe, friends: UsersRound, private: LockKeyhole };

type NotificationSetting = (typeof NOTIFICATION_SETTINGS)[number]['name'];

/** The kinds of notifications that are not hidden; nobody sends an SMS. */
export const listNotificationSettings = (hidden: readonly NotificationSetting[] = []) =>
  NOTIFICATION_SETTINGS.filter(
    ({ name }) => !hidden.includes(name) && (name !== 'smsNotifications' || getInstallation().offersUnused),
  );

/** Whether push is on, or may be, as long as it is not known. */
export const useOffersPush = (): boolean =>
  usePublicSettings()?.sendsPush !== false &&
  (getInstallation().offersUnused || connection().config.pushKey !== undefined);

export function SettingsForm({ userId, settings }: { userId: string; settings: Settings }) {
  // What the operator has switched off is not offered.
  const operator = usePublicSettings();
  const offersPush = useOffersPush();
  const hidden: NotificationSetting[] = [
    ...(operator?.sendsEmail === false ? (['emailNotifications', 'marketingEmails'] as const) : []),
    ...(offersPush ? [] : (['pushNotifications'] as const)),
  ];
  const { values, isSaving, save } = useSavedSettings(userId, settings);
  return (
    <div aria-busy={isSaving} className="flex flex-col gap-7">
      <SettingsSection title={m.settings_notifications()}>
        <div className="-my-2 divide-y divide-line">
          {listNotificationSettings(hidden).map(({ name, ...texts }) => (
            <Fragment key={name}>
              <SwitchField {...texts} checked={values[name]} onChange={(event) => save(name, event.target.checked)} />
              {name === 'pushNotifications' && connection().config.pushKey !== undefined ? (
                <DeviceNotifications
                  userId={userId}
                  isAllowed={values.pushNotifications}
                  onAllow={() => save('pushNotifications', true)}
                />
              ) : null}
            </Fragment>
          ))}
        </div>
      </SettingsSection>
      {getInstallation().offersUnused ? (
        <SettingsSection title={m.settings_privacy()}>
          <div className="flex flex-col gap-3">
            {PRIVACY_LEVELS.map((level) => (
              <ChoiceCard
                key={level}
                name="privacy"
                value={level}
                label={m[`settings_privacy_${level}` as const]()}
                detail={m[`settings_privacy_${level}_detail` as const]({ app: getInstallation().appName })}
                icon={PRIVACY_ICONS[level]}
                checked={values.privacyLevel === level}
                onChange={() => save('privacyLevel', level)}
              />
            ))}
          </div>
        </SettingsSection>
      ) : null}
      <SettingsSection title={m.settings_security()}>
        <SelectField
          label={m.settings_auto_logout()}
          options={listAutoLogoutOptions(values.autoLogoutMinutes)}
          value={String(values.autoLogoutMinutes ?? '')}
          onChange={({ target }) => save('autoLogoutMinutes', parseAutoLogout(target.value))}
        />
        <p className="text-sm text-muted">{m.settings_auto_logout_hint()}</p>
      </SettingsSection>
    </div>
  );
}

type Name = keyof SettingsChanges;
type Change = { name: Name; value: SettingsChanges[Name]; previous: SettingsChanges[Name] };

/** One toast for all of them: the newest change is the one to undo. */
const TOAST_ID = 'settings-saved';
const UNDO_FOR_MS = 8000;

/** Saves changes one after the other, in their order; a change is also saved when the screen is left before. */
function useSavedSettings(userId: string, settings: Settings) {
  const queryClient = useQueryClient();
  const queryKey = accountKeys.settings(userId);
  const mutationKey = [...queryKey, 'save'];
  const { mutate } = useAction(({ name, value }: Change) => saveSettings(userId, { [name]: value }), {
    mutationKey,
    scope: { id: mutationKey.join() },
    getKey: (change) => change,
    onSuccess: async (saved, { name, value, previous }) => {
      // The response to an older request must not overwrite what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      toast.success(m.settings_saved(), {
        id: TOAST_ID,
        duration: UNDO_FOR_MS,
        action: { label: m.action_undo(), onClick: () => mutate({ name, value: previous, previous: value }) },
      });
    },
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const values: Settings = Object.assign({}, settings, ...pending.map(({ name, value }) => ({ [name]: value })));

  return {
    values,
    isSaving: pending.length > 0,
    save: <SavedName extends Name>(name: SavedName, value: SettingsChanges[SavedName]) =>
      mutate({ name, value, previous: values[name] }),
  };
}

type DeviceNotificationsProps = {
  userId: string;
  /** Whether the account has push notifications on; without them no device shows any. */
  isAllowed: boolean;
  onAllow: () => void;
};

/** Turns push notifications on and off for this device. Nothing is asked before the switch is tapped. */
function DeviceNotifications({ userId, isAllowed, onAllow }: DeviceNotificationsProps) {
  const queryClient = useQueryClient();
  const queryKey = accountKeys.device(userId);
  const support = findPushSupport();
  const canChange = support === 'supported';
  const device = useQuery({ queryKey, queryFn: isDeviceOn, enabled: canChange });
  const change = useAction(
    async (isOn: boolean) => {
      if (isOn) return turnDeviceOn(userId);
      await turnDeviceOff();
      return false;
    },
    {
      onSuccess: (isOn) => {
        queryClient.setQueryData(queryKey, isOn);
        if (isOn && !isAllowed) onAllow();
      },
    },
  );
  const isOn = change.isPending ? change.variables : device.data === true && isAllowed;
  return (
    <SwitchField
      label={m.settings_device_notifications()}
      detail={m[`settings_device_notifications_${support}` as const]()}
      checked={isOn}
      disabled={!canChange || device.isLoading}
      aria-busy={change.isPending}
      onChange={(event) => change.mutate(event.target.checked)}
    />
  );
}

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-lg font-bold tracking-tight">{title}</legend>
      <Card className="flex flex-col">{children}</Card>
    </fieldset>
  );
}
