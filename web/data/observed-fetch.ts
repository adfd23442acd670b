import { learnServerTime } from '../ui/platform/clock.ts';
import { learnConnected } from '../ui/platform/connection-state.ts';
import { reportRejection } from './session-events.ts';

/** `fetch` of the data client, which learns from each response: that there is a connection, the time, and that a session has ended. */
export const observedFetch: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const response = await fetch(input, init);
  learnConnected(sentAt);
  learnServerTime(response, sentAt);
  if (!response.url.includes('/auth/v1/')) return response;
  await reportRejection(response, init);
  return response.ok ? withoutServerExpiry(response) : response;
};

/**
 * A response without the moment at which the server's clock ends a token. The client then counts the token's seconds by the clock
 * that it compares with: a device that is two hours ahead would renew its token before each request.
 */
async function withoutServerExpiry(response: Response): Promise<Response> {
  const { expires_at, ...session } =
    (await response
      .clone()
      .json()
      .catch(() => null)) ?? {};
  return expires_at && session.expires_in ? new Response(JSON.stringify(session), response) : response;
}
