import { Globe, LockKeyhole, type LucideIcon, UsersRound } from 'lucide-react';
import { Fragment } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { PRIVACY_LEVELS, type PrivacyLevel } from '../../../domain/people/settings.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import type { Settings } from '../profile/rows.ts';
import { AutoLogoutField } from './auto-logout-field.tsx';
import { DeviceNotifications } from './device/device-notifications.tsx';
import { SettingsSection } from './settings-section.tsx';
import { NOTIFICATION_SETTINGS, PRIVACY_LABELS } from './settings-values.ts';
import { useSavedSettings } from './use-saved-settings.ts';

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
