import { TabHeading } from './tab-heading.tsx';

/** How the system and its sign-in are set. */
export function SettingsTab() {
  return <TabHeading title="System Settings" />;
}
