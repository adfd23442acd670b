import { m } from '#messages';
import { showsSamples } from '../../data/connection.ts';
import { UserWallet } from '../../money/wallet/user-wallet.tsx';
import { RowHistory } from '../../office/audit/entry-list.tsx';
import { MessageInbox } from '../../office/messages/inbox.tsx';
import { OperatorChat } from '../../office/messages/operator-chat.tsx';
import { AdminUsers } from '../../office/people/admin-users.tsx';
import type { UserInDialog } from '../../office/people/details/user-dialog.tsx';
import { TabHeading } from '../../office/tab-heading.tsx';

export function UsersTab() {
  return (
    <div className="flex flex-col gap-4">
      <TabHeading title={m.users_tab_title()} />
      {showsSamples() ? (
        <AdminUsers History={UserHistory} />
      ) : (
        <AdminUsers History={UserHistory} Messages={OperatorChat} Wallet={Wallet} Inbox={MessageInbox} />
      )}
    </div>
  );
}

function Wallet({ user: { userId } }: { user: UserInDialog }) {
  return <UserWallet userId={userId} />;
}

/** The profile has an id of its own. */
function UserHistory({ user: { id, userId } }: { user: UserInDialog }) {
  return (
    <RowHistory
      subject={{
        tables: [
          'profiles',
          'user_settings',
          'user_roles',
          'wallet_adjustments',
          'wallet_refunds',
          'wallet_cash_payments',
          'wallet_top_up_refunds',
        ],
        ids: [id, userId],
      }}
    />
  );
}
