import { m } from '#messages';

/** The lock proxy keeps to the vendor's contract, which has no codes for its own failures: its sentences stand for them. */
const MESSAGES = new Map([
  ['The lock vendor did not answer in time', m.lock_proxy_timeout],
  ['The lock vendor cannot be reached', m.lock_proxy_unreachable],
  ['The lock vendor pointed elsewhere, which is not followed', m.lock_proxy_redirect],
  ['The lock vendor is out of order', m.lock_proxy_out_of_order],
  ['The lock vendor gave an answer that cannot be read', m.lock_proxy_malformed],
  ['The lock vendor gave an answer that is too long', m.lock_proxy_too_long],
  ['The command could not be recorded and was not sent', m.lock_proxy_not_recorded],
  ['Sign in to operate parking locks', m.lock_proxy_signed_out],
  ['Only administrators operate parking locks', m.lock_proxy_not_admin],
]);

/** What the lock proxy said, in the language of the page; the vendor's own messages stay as they are. */
export const formatProxyMessage = (message: string): string => MESSAGES.get(message)?.() ?? message;
