import { randomBytes } from 'node:crypto';

/** How long an access token of the vendor lasts. */
export const TOKEN_SECONDS = 7200;

/** The access tokens the vendor has given out. */
export type VendorTokens = {
  issue: () => string;
  isValid: (token: string | undefined) => boolean;
  /** Ends all tokens given out so far. */
  endAll: () => void;
};

/** Tokens that last by the given clock. */
export function createVendorTokens(now: () => Date): VendorTokens {
  const expiries = new Map<string, number>();
  const forgetExpired = () => {
    for (const [token, expiresAt] of expiries) if (expiresAt <= now().getTime()) expiries.delete(token);
  };
  return {
    issue() {
      forgetExpired();
      const token = randomBytes(24).toString('hex');
      expiries.set(token, now().getTime() + TOKEN_SECONDS * 1000);
      return token;
    },
    isValid: (token) => token !== undefined && (expiries.get(token) ?? 0) > now().getTime(),
    endAll: () => expiries.clear(),
  };
}
