import { Navigate } from 'react-router';
import { useUser } from '../account/session/session-provider.tsx';
import { showsSamples } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { SampleInbox } from '../samples/messages/sample-inbox.tsx';

/** Drivers have one conversation, so it is the screen. */
export function MessagesScreen() {
  const userId = useUser()?.id ?? null;
  return showsSamples() ? <SampleInbox userId={userId} /> : <Navigate to={paths.operatorConversation} replace />;
}
