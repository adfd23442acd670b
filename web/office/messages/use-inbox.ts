import { useQuery } from '@tanstack/react-query';
import { loadInbox } from '../../account/messages/data.ts';
import { INBOX_KEY } from '../../account/messages/query-keys.ts';
import { MESSAGES_POLL_MS } from '../../account/messages/use-unread-messages.ts';

/** Who waits for a reply of the operator. */
export const useInbox = () =>
  useQuery({
    queryKey: INBOX_KEY,
    queryFn: ({ signal }) => loadInbox(signal),
    refetchInterval: MESSAGES_POLL_MS,
  });
