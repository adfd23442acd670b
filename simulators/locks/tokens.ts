import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const TOKEN_SECONDS = 7200;

/** Signed tokens, which every simulator with the same secret accepts. */
export function createVendorTokens(now: () => Date, secret: string) {
  let generation = 0;
  const sign = (content: string) =>
    createHmac('sha256', secret).update(`${generation}.${content}`).digest('hex').slice(0, 32);
  return {
    issue() {
      const content = `${now().getTime() + TOKEN_SECONDS * 1000}.${randomBytes(8).toString('hex')}`;
      return `${content}.${sign(content)}`;
    },
    isValid(token = '') {
      const [expiresAt = '', nonce = '', signature = ''] = token.split('.');
      const expected = sign(`${expiresAt}.${nonce}`);
      const isAuthentic =
        signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
      return isAuthentic && Number(expiresAt) > now().getTime();
    },
    revokeAll() {
      generation += 1;
    },
  };
}
