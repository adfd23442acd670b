import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SIMULATED_PAYPAL } from '../../../server/payments/simulated-accounts.ts';

/** Nine hours, as PayPal's. */
export const TOKEN_SECONDS = 32_400;

const sign = (content: string) =>
  createHmac('sha256', SIMULATED_PAYPAL.clientSecret).update(content).digest('base64url');

/** Every simulator accepts the tokens of every other, as they are signed and not stored. */
export function issueAccessToken(now: Date): string {
  const content = `A21AA${now.getTime() + TOKEN_SECONDS * 1000}-${randomBytes(12).toString('hex')}`;
  return `${content}.${sign(content)}`;
}

export function isAccessToken(token: string, now: Date): boolean {
  const [content = '', signature = ''] = token.split('.');
  const expected = sign(content);
  const isGenuine =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isGenuine && Number(/^A21AA(\d+)-/.exec(content)?.[1]) > now.getTime();
}
