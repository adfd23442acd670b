import { Navigate, useLocation, useNavigate } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { ConversationChat } from '../account/messages/conversation-chat.tsx';
import { useUser } from '../account/session/session-provider.tsx';
import { conversationState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

/** Drivers have one conversation, so it is the screen. */
export function MessagesScreen() {
  return <Navigate to={paths.operatorConversation} replace />;
}

export function ConversationScreen() {
  const userId = useUser()?.id ?? null;
  return userId === null ? null : <OperatorConversation key={userId} userId={userId} />;
}

/** The conversation of a driver with the operator, the only one there is. */
function OperatorConversation({ userId }: { userId: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const about = useNavigationState(conversationState)?.about ?? null;
  if (pathname !== paths.operatorConversation) return <Navigate to={paths.operatorConversation} replace />;
  return (
    <div className="absolute inset-0">
      <div className="mx-auto flex h-full w-full max-w-lg flex-col px-4">
        <ScreenHeader title={m.messages_title()} />
        <ConversationChat
          senderId={userId}
          side="user"
          userId={userId}
          name={getInstallation().appName}
          emptyText={m.chat_empty_text()}
          about={about}
          onAboutGone={() => navigate(paths.operatorConversation, { replace: true, state: null })}
          className="-mx-4 flex flex-col gap-2 border-t border-line bg-surface px-4 py-3 sm:rounded-t-card sm:border-x"
        />
      </div>
    </div>
  );
}
