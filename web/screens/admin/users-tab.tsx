import { AdminUsers } from '../../people/admin/admin-users.tsx';
import { TabHeading } from './tab-heading.tsx';

/** The people who have an account. */
export function UsersTab() {
  return (
    <div className="flex flex-col gap-4">
      <TabHeading title="User Management" />
      <AdminUsers />
    </div>
  );
}
