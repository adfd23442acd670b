import { SampleInbox } from '../samples/messages/sample-inbox.tsx';
import { useUser } from '../session/session-provider.tsx';

export function MessagesScreen() {
  return <SampleInbox userId={useUser()?.id ?? null} />;
}
