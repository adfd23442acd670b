import { CheckCheck } from 'lucide-react';
import { m } from '#messages';
import { accountKeys } from '../../account/keys.ts';
import { ConversationChat } from '../../account/messages/conversation-chat.tsx';
import { closeWithoutReply } from '../../account/messages/messages.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';

type OperatorChatProps = { user: { userId: string; fullName: string | null; email: string } };

/** The conversation with a driver as operators read and write it. */
export function OperatorChat({ user: { userId, fullName, email } }: OperatorChatProps) {
  const operator = useUser();
  if (!operator) return null;
  return (
    <div className="flex h-[40dvh] min-h-72 flex-col">
      <ConversationChat
        senderId={operator.id}
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

/** Closes a conversation that needs no reply, such as a thank-you. */
function CloseButton({ userId, seenUntil }: { userId: string; seenUntil: string }) {
  const closing = useAction(() => closeWithoutReply(userId, seenUntil), {
    invalidates: [accountKeys.conversation(userId), accountKeys.inbox()],
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
