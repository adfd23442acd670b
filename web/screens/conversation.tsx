import { useParams } from 'react-router';
import { SampleChatScreen } from '../samples/messages/sample-chat.tsx';
import { useUser } from '../session/session-provider.tsx';

export function ConversationScreen() {
  const { id = '' } = useParams();
  const userId = useUser()?.id ?? null;
  return <SampleChatScreen key={`${userId} ${id}`} userId={userId} id={id} />;
}
