import { useQueryClient } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { m } from '#messages';
import { ConversationChat } from '../../account/messages/conversation-chat.tsx';
import { closeWithoutReply } from '../../account/messages/data.ts';
import { conversationKey, INBOX_KEY } from '../../account/messages/use-conversation.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { showsSamples } from '../../data/connection.ts';
import { UserWallet } from '../../money/wallet/user-wallet.tsx';
import { RowHistory } from '../../office/audit/row-history.tsx';
import { MessageInbox } from '../../office/messages/inbox.tsx';
import { AdminUsers } from '../../office/people/admin-users.tsx';
import type { UserInDialog } from '../../office/people/details/user-dialog.tsx';
import { TabHeading } from '../../office/tab-heading.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';

export function UsersTab() {
  return (
    <div className="flex flex-col gap-4">
      <TabHeading title={m.users_tab_title()} />
      {showsSamples() ? (
        <AdminUsers History={UserHistory} />
      ) : (
        <AdminUsers History={UserHistory} Messages={UserMessages} Wallet={Wallet} Inbox={MessageInbox} />
      )}
    </div>
  );
}

function UserMessages({ user }: { user: UserInDialog }) {
  const operator = useUser();
  return operator ? <OperatorChat operatorId={operator.id} user={user} /> : null;
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

type OperatorChatProps = { operatorId: string; user: { userId: string; fullName: string | null; email: string } };

/** The conversation with a driver as operators read and write it. */
function OperatorChat({ operatorId, user: { userId, fullName, email } }: OperatorChatProps) {
  return (
    <div className="flex h-[50dvh] min-h-72 flex-col">
      <ConversationChat
        senderId={operatorId}
        side="other"
        userId={userId}
        name={fullName ?? email}
        emptyText={m.operator_chat_none()}
        toReservation={(id) => paths.adminTab('reservations', { q: id })}
        renderAction={(messages) => {
          const seenUntil = messages.findLast(({ needsReply }) => needsReply)?.sentAt;
          return seenUntil === undefined ? null : <CloseButton userId={userId} seenUntil={seenUntil} />;
        }}
        className="flex flex-col gap-2 border-t border-line pt-3"
      />
    </div>
  );
}

/** For a message such as a thank-you. */
function CloseButton({ userId, seenUntil }: { userId: string; seenUntil: string }) {
  const queryClient = useQueryClient();
  const closing = useOnlineMutation({
    mutationFn: () => closeWithoutReply(userId, seenUntil),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: conversationKey(userId) }),
        queryClient.invalidateQueries({ queryKey: INBOX_KEY }),
      ]),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      className="self-start"
      disabled={closing.isPending}
      onClick={() => closing.mutate()}
    >
      <CheckCheck aria-hidden="true" className="size-4" />
      {m.operator_chat_close()}
    </Button>
  );
}
