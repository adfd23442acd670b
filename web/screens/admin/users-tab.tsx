import { m } from '#messages';
import { RowHistory } from '../../audit/row-history.tsx';
import type { AdminUser } from '../../people/admin/admin-user.ts';
import { AdminUsers } from '../../people/admin/admin-users.tsx';
import { TabHeading } from './tab-heading.tsx';

export function UsersTab() {
  return (
    <div className="flex flex-col gap-4">
      <TabHeading title={m.users_tab_title()} />
      <AdminUsers History={UserHistory} />
    </div>
  );
}

/** The profile has an id of its own. */
function UserHistory({ user: { id, userId } }: { user: AdminUser }) {
  return <RowHistory subject={{ tables: ['profiles', 'user_settings', 'user_roles'], ids: [id, userId] }} />;
}
