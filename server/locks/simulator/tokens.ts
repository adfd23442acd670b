import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long an access token of the vendor lasts. */
export const TOKEN_SECONDS = 7200;

/** The access tokens the vendor has given out. */
export type VendorTokens = {
  issue: () => string;
  isValid: (token: string | undefined) => boolean;
  /** Ends all tokens given out so far. */
  endAll: () => void;
};

/** Tokens that last by the given clock. Whoever has the secret knows them, so that several simulators can be one vendor. */
export function createVendorTokens(now: () => Date, secret: string): VendorTokens {
  let generation = 0;
  const seal = (content: string) =>
    createHmac('sha256', secret).update(`${generation}.${content}`).digest('hex').slice(0, 32);
  return {
    issue() {
      const content = `${now().getTime() + TOKEN_SECONDS * 1000}.${randomBytes(8).toString('hex')}`;
      return `${content}.${seal(content)}`;
    },
    isValid(token = '') {
      const [expiresAt = '', nonce = '', given = ''] = token.split('.');
      const expected = seal(`${expiresAt}.${nonce}`);
      const isOurs = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
      return isOurs && Number(expiresAt) > now().getTime();
    },
    endAll() {
      generation += 1;
    },
  };
}
