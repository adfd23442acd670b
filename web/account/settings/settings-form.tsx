import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, LockKeyhole, type LucideIcon, UsersRound } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { MIN_AUTO_LOGOUT_MINUTES, PRIVACY_LEVELS, type PrivacyLevel } from '../../../domain/people/settings.ts';
import { connection } from '../../data/connection.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { StepperField } from '../../ui/stepper-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { saveSettings } from '../profile/data.ts';
import type { Settings, SettingsChanges } from '../profile/rows.ts';
import { findPushSupport, isDeviceOn, type PushSupport, turnDeviceOff, turnDeviceOn } from './data.ts';
import { SettingsSection } from './settings-section.tsx';
import { autoLogoutMinutesSchema, NOTIFICATION_SETTINGS, PRIVACY_LABELS } from './settings-values.ts';
import { getDeviceKey } from './use-keep-device-on.ts';
import { settingsKey } from './use-settings.ts';

const DETAILS: Record<PushSupport, string> = {
  supported: m.settings_device_notifications_detail(),
  blocked: m.settings_device_notifications_blocked(),
  'needs-install': m.settings_device_notifications_install(),
  unsupported: m.settings_device_notifications_unsupported(),
};

/** The name of the product may come after this module. */
const PRIVACY: Record<PrivacyLevel, { describe: () => string; icon: LucideIcon }> = {
  public: { describe: m.settings_privacy_public_detail, icon: Globe },
  friends: { describe: m.settings_privacy_friends_detail, icon: UsersRound },
  private: {
    describe: () => m.settings_privacy_private_detail({ app: getInstallation().appName }),
    icon: LockKeyhole,
  },
};

export type NotificationSetting = (typeof NOTIFICATION_SETTINGS)[number]['name'];

type SettingsFormProps = {
  userId: string;
  settings: Settings;
  /** What the operator has switched off for everybody. */
  switchedOff?: readonly NotificationSetting[];
  /** What this installation has no way to send. */
  notSetUp?: readonly NotificationSetting[];
};

/** A person's own settings; each is saved as soon as it changes. */
export function SettingsForm({ userId, settings, switchedOff = [], notSetUp = [] }: SettingsFormProps) {
  const { values, isSaving, save } = useSavedSettings(userId, settings);
  return (
    <div aria-busy={isSaving} className="flex flex-col gap-7">
      <SettingsSection title={m.settings_notifications()}>
        <div className="-my-2 divide-y divide-line">
          {NOTIFICATION_SETTINGS.map(({ name, ...texts }) => (
            <Fragment key={name}>
              <SwitchField
                {...texts}
                {...(notSetUp.includes(name) ? { detail: m.settings_not_set_up(), disabled: true } : {})}
                {...(switchedOff.includes(name) ? { detail: m.settings_switched_off(), disabled: true } : {})}
                checked={values[name] && !switchedOff.includes(name)}
                onChange={(event) => save(name, event.target.checked)}
              />
              {name === 'pushNotifications' ? (
                <DeviceNotifications
                  userId={userId}
                  isAllowed={values.pushNotifications}
                  isSwitchedOff={switchedOff.includes('pushNotifications')}
                  onAllow={() => save('pushNotifications', true)}
                />
              ) : null}
            </Fragment>
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title={m.settings_privacy()}>
        <div className="flex flex-col gap-3">
          {PRIVACY_LEVELS.map((level) => (
            <ChoiceCard
              key={level}
              name="privacy"
              value={level}
              label={PRIVACY_LABELS[level]}
              detail={PRIVACY[level].describe()}
              icon={PRIVACY[level].icon}
              checked={values.privacyLevel === level}
              onChange={() => save('privacyLevel', level)}
            />
          ))}
        </div>
      </SettingsSection>
      <SettingsSection title={m.settings_security()}>
        <AutoLogoutField saved={values.autoLogoutMinutes} onSave={(minutes) => save('autoLogoutMinutes', minutes)} />
      </SettingsSection>
    </div>
  );
}

/** Several steps in a row are saved as one change. */
const STEP_PAUSE_MS = 800;

type AutoLogoutFieldProps = { saved: number; onSave: (minutes: number) => void };

/** Minutes, saved after Enter, on leaving the field or the screen, and a moment after the last step. */
function AutoLogoutField({ saved, onSave }: AutoLogoutFieldProps) {
  /** What is not saved yet; `minutes` is null while the field is empty. */
  const [draft, setDraft] = useState<{ minutes: number | null } | null>(null);
  const [error, setError] = useState<string | undefined>();
  const stepTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestSave = useRef<() => void>(() => undefined);

  const commit = (minutes: number | null) => {
    clearTimeout(stepTimer.current);
    const parsed = autoLogoutMinutesSchema.safeParse(minutes);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return setDraft({ minutes });
    setDraft(null);
    if (parsed.data !== saved) onSave(parsed.data);
  };

  useEffect(() => {
    latestSave.current = () => {
      if (draft !== null) commit(draft.minutes);
    };
  });
  useEffect(() => () => latestSave.current(), []);

  return (
    <StepperField
      label={m.settings_auto_logout()}
      min={MIN_AUTO_LOGOUT_MINUTES}
      value={draft === null ? saved : draft.minutes}
      onChange={(minutes) => setDraft({ minutes })}
      onCommit={(minutes, { isStep }) => {
        if (!isStep) return commit(minutes);
        clearTimeout(stepTimer.current);
        stepTimer.current = setTimeout(() => latestSave.current(), STEP_PAUSE_MS);
      }}
      error={error}
      hint={m.settings_auto_logout_hint()}
    />
  );
}

type Name = keyof SettingsChanges;
type Change = { name: Name; value: SettingsChanges[Name]; previous: SettingsChanges[Name] };

/** One toast for all of them: the newest change is the one to undo. */
const TOAST_ID = 'settings-saved';
const UNDO_FOR_MS = 8000;

/**
 * Saves each setting by itself, one after the other in the order of the changes, also when the screen is left meanwhile.
 * @returns `values` as the person chose them; what could not be saved is back as it was
 */
function useSavedSettings(userId: string, settings: Settings) {
  const queryClient = useQueryClient();
  const queryKey = settingsKey(userId);
  const mutationKey = [...queryKey, 'save'];
  const { mutate } = useOnlineMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: ({ name, value }: Change) => saveSettings(userId, { [name]: value }),
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
  /** Whether the operator has switched them off for everybody. */
  isSwitchedOff: boolean;
  /** Turns them on for the account. */
  onAllow: () => void;
};

/** Turns push notifications on and off for this device. Nothing is asked before the switch is tapped. */
function DeviceNotifications({ userId, isAllowed, isSwitchedOff, onAllow }: DeviceNotificationsProps) {
  const queryClient = useQueryClient();
  const queryKey = getDeviceKey(userId);
  const isSetUp = connection().config.pushKey !== undefined;
  const support = findPushSupport();
  const canChange = isSetUp && !isSwitchedOff && support === 'supported';
  const device = useQuery({ queryKey, queryFn: isDeviceOn, enabled: canChange });
  const change = useOnlineMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn) return turnDeviceOn(userId);
      await turnDeviceOff();
      return false;
    },
    onSuccess: (isOn) => {
      queryClient.setQueryData(queryKey, isOn);
      if (isOn && !isAllowed) onAllow();
    },
  });
  const isOn = change.isPending ? change.variables : device.data === true && isAllowed;
  const findDetail = () => {
    if (isSwitchedOff) return m.settings_switched_off();
    return isSetUp ? DETAILS[support] : m.settings_not_set_up();
  };
  return (
    <SwitchField
      label={m.settings_device_notifications()}
      detail={findDetail()}
      checked={isOn}
      disabled={!canChange || device.isLoading}
      aria-busy={change.isPending}
      onChange={(event) => change.mutate(event.target.checked)}
    />
  );
}
