import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { useUnreadMessages } from '../account/messages/use-conversation.ts';
import { useUser } from '../account/session/session-provider.tsx';

const MOST_SHOWN = 99;

/** The label of the Messages destination, with the number of unread ones on its icon. */
export function MessagesLabel({ label }: { label: string }) {
  const user = useUser();
  return user === null || !getInstallation().keepsMessages ? (
    label
  ) : (
    <LabelWithUnread key={user.id} userId={user.id} label={label} />
  );
}

function LabelWithUnread({ userId, label }: { userId: string; label: string }) {
  const unread = useUnreadMessages(userId);
  if (unread === 0) return label;
  const number = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <>
      <span className="sr-only">{m.navigation_messages_unread({ number })}</span>
      <span aria-hidden="true">{label}</span>
      <span
        aria-hidden="true"
        className="absolute top-1.5 left-[calc(50%+0.375rem)] flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1.5 text-[0.75rem] leading-none font-bold text-on-brand tabular-nums ring-2 ring-surface"
      >
        {number}
      </span>
    </>
  );
}
