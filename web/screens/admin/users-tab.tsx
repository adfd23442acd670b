import { RowHistory } from '../../audit/row-history.tsx';
import type { AdminUser } from '../../people/admin/admin-user.ts';
import { AdminUsers } from '../../people/admin/admin-users.tsx';
import { TabHeading } from './tab-heading.tsx';

/** The people who have an account. */
export function UsersTab() {
  return (
    <div className="flex flex-col gap-4">
      <TabHeading title="User Management" />
      <AdminUsers History={UserHistory} />
    </div>
  );
}

/** Of the profile, which has an id of its own, of the settings and of the role. */
function UserHistory({ user: { id, userId } }: { user: AdminUser }) {
  return <RowHistory subject={{ tables: ['profiles', 'user_settings', 'user_roles'], ids: [id, userId] }} />;
}
