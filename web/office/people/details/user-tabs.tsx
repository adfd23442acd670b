import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { UserActivityPanel } from './user-activity-panel.tsx';
import type { UserDetails } from './user-details.ts';
import { UserMessagesPanel } from './user-messages-panel.tsx';
import { UserProfilePanel } from './user-profile-panel.tsx';
import { UserSettingsPanel } from './user-settings-panel.tsx';
import { UserWalletPanel } from './user-wallet-panel.tsx';

const TABS = [
  { id: 'profile', label: m.user_tab_profile() },
  { id: 'activity', label: m.user_tab_activity() },
  { id: 'messages', label: m.user_tab_messages() },
  { id: 'wallet', label: m.user_tab_wallet() },
  { id: 'settings', label: m.user_tab_settings() },
] as const;

export type UserTab = (typeof TABS)[number]['id'];

type UserTabsProps = {
  details: UserDetails;
  /** The conversation, shown instead of the latest messages. */
  messages: ReactNode;
  /** The wallet, shown instead of a balance that is typed. */
  wallet: ReactNode;
  isEditing: boolean;
  tab: UserTab;
  onTab: (tab: UserTab) => void;
};

/** The tabs about a person. All of them stay mounted, as their fields belong to one form. */
export function UserTabs({ details, messages, wallet, isEditing, tab, onTab }: UserTabsProps) {
  const panels: Record<UserTab, ReactNode> = {
    profile: <UserProfilePanel details={details} isEditing={isEditing} />,
    activity: <UserActivityPanel activities={details.activities} isEditing={isEditing} />,
    // A conversation in view counts as read, so it is mounted in view only.
    messages: messages ? tab === 'messages' && messages : <UserMessagesPanel messages={details.messages} />,
    wallet: wallet ? (
      tab === 'wallet' && wallet
    ) : (
      <UserWalletPanel walletSettings={details.profile.walletSettings} isEditing={isEditing} />
    ),
    settings: <UserSettingsPanel settings={details.settings} isEditing={isEditing} />,
  };
  return (
    <Tabs.Root value={tab} onValueChange={onTab} className="flex flex-col gap-4">
      <div className="border-line overflow-x-auto border-b [scrollbar-width:none]">
        <Tabs.List aria-label={m.user_tabs()} className="flex w-max gap-1">
          {TABS.map(({ id, label }) => (
            <Tabs.Tab
              key={id}
              value={id}
              className="text-muted hover:text-ink data-active:border-brand-ink data-active:text-brand-ink min-h-11 border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-3"
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {TABS.map(({ id }) => (
        <Tabs.Panel key={id} value={id} keepMounted className="min-h-72 outline-none">
          {panels[id]}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
