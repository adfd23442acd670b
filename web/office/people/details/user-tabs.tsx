import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { getInstallation } from '../../../../domain/installation.ts';
import { getCurrencySymbol } from '../../../../domain/money/money.ts';
import { listAutoLogoutOptions, PRIVACY_LEVELS, parseAutoLogout } from '../../../../domain/people/settings.ts';
import { listNotificationSettings } from '../../../account/settings/settings-form.tsx';
import { UserWallet } from '../../../money/wallet/user-wallet.tsx';
import { InvalidRowItems } from '../../../ui/feedback/invalid-rows.tsx';
import { registerFields } from '../../../ui/form/register-fields.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { NumberField } from '../../../ui/form/text-field.tsx';
import { Badge } from '../../../ui/layout/badge.tsx';
import { formatTime } from '../../../ui/platform/format-time.ts';
import { OperatorChat } from '../operator-chat.tsx';
import { DriverNow } from './driver-now.tsx';
import { UserActivityPanel } from './user-activity-panel.tsx';
import type { UserPanelProps, UserValues } from './user-details.ts';
import { UserProfilePanel } from './user-profile-panel.tsx';

const TABS = [
  { id: 'profile', label: m.user_tab_profile() },
  { id: 'activity', label: m.user_tab_activity() },
  { id: 'messages', label: m.user_tab_messages() },
  { id: 'wallet', label: m.user_tab_wallet() },
  { id: 'settings', label: m.user_tab_settings() },
] as const;

export type UserTab = (typeof TABS)[number]['id'];

/** The tabs about a person. All of them stay mounted, as their fields belong to one form. */
export function UserTabs({ tab, onTab, ...props }: UserPanelProps & { tab: UserTab; onTab: (tab: UserTab) => void }) {
  const { profile } = props.details;
  const { keepsMessages, keepsBooks } = getInstallation();
  const panels: Record<UserTab, ReactNode> = {
    profile: <UserProfilePanel {...props} />,
    activity: <UserActivityPanel {...props} />,
    // A conversation in view counts as read, so it is mounted in view only.
    messages: keepsMessages ? tab === 'messages' && <OperatorChat user={profile} /> : <UserMessagesPanel {...props} />,
    wallet: keepsBooks ? tab === 'wallet' && <UserWallet userId={profile.userId} /> : <UserWalletPanel {...props} />,
    settings: <UserSettingsPanel {...props} />,
  };
  const showsDriver = keepsMessages && (tab === 'profile' || tab === 'messages');
  return (
    <Tabs.Root value={tab} onValueChange={onTab} className="flex flex-col gap-4">
      <Tabs.List aria-label={m.user_tabs()} className="border-line flex flex-wrap border-b sm:gap-1">
        {TABS.map(({ id, label }) => (
          <Tabs.Tab
            key={id}
            value={id}
            className="text-muted hover:text-ink data-active:border-brand-ink data-active:text-brand-ink min-h-11 border-b-2 border-transparent px-2 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-3 sm:px-3"
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {showsDriver ? <DriverNow userId={profile.userId} /> : null}
      {TABS.map(({ id }) => (
        <Tabs.Panel key={id} value={id} keepMounted className="min-h-72 outline-none">
          {panels[id]}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function UserMessagesPanel({ details: { messages } }: UserPanelProps) {
  if (messages.count === 0) return <p className="text-muted py-6 text-center">{m.user_messages_none()}</p>;
  return (
    <ul aria-label={m.user_messages_recent()} className="divide-line divide-y">
      {messages.rows.map(({ id, senderType, message, readStatus, createdAt }) => (
        <li key={id} className="flex flex-col gap-1 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="flex items-center gap-2 font-semibold">
              {senderType === 'user' ? m.user_messages_from() : m.user_messages_to()}
              {readStatus === true ? null : <Badge tone="brand">{m.conversation_unread()}</Badge>}
            </span>
            <span className="text-muted text-sm tabular-nums">{formatTime(createdAt)}</span>
          </div>
          <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
        </li>
      ))}
      <InvalidRowItems rows={messages.invalid} />
    </ul>
  );
}

function UserWalletPanel({ details: { profile }, isEditing }: UserPanelProps) {
  const field = registerFields(useFormContext<UserValues>());
  return (
    <div className="flex flex-col gap-4">
      <NumberField
        label={m.user_field_wallet_balance({ symbol: getCurrencySymbol() })}
        min={0}
        step={0.01}
        readOnly={!isEditing}
        {...field('profile.walletBalance', { valueAsNumber: true })}
      />
      <section aria-label={m.user_field_wallet_settings()}>
        <h3 className="mb-1.5 text-sm font-semibold">{m.user_field_wallet_settings()}</h3>
        <pre className="bg-canvas border-line rounded-control border p-4 text-sm whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify(profile.walletSettings, null, 2)}
        </pre>
      </section>
    </div>
  );
}

function UserSettingsPanel({ details: { settings }, isEditing }: UserPanelProps) {
  const { register } = useFormContext<UserValues>();
  if (settings === null) return <p className="text-muted py-6 text-center">{m.user_settings_none()}</p>;
  // Disabling the inputs keeps the values; disabling the fields of the form would drop them.
  return (
    <div className="flex flex-col gap-4">
      <div className="divide-line divide-y">
        {listNotificationSettings().map(({ name, label }) => (
          <SwitchField key={name} label={label} {...register(`settings.${name}`)} disabled={!isEditing} />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {getInstallation().offersUnused ? (
          <SelectField
            label={m.user_field_privacy_level()}
            options={PRIVACY_LEVELS.map((value) => ({ value, label: m[`settings_privacy_${value}` as const]() }))}
            {...register('settings.privacyLevel')}
            disabled={!isEditing}
          />
        ) : null}
        <SelectField
          label={m.settings_auto_logout()}
          options={listAutoLogoutOptions(settings.autoLogoutMinutes)}
          {...register('settings.autoLogoutMinutes', { setValueAs: parseAutoLogout })}
          disabled={!isEditing}
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
