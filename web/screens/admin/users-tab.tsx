import { TabHeading } from './tab-heading.tsx';

/** The people who have an account. */
export function UsersTab() {
  return <TabHeading title="User Management" />;
}
