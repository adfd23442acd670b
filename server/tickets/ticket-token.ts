import { CompactSign, compactVerify, createLocalJWKSet, errors, importJWK } from 'jose';
import * as z from 'zod';
import type { Keys } from '../keys/open-keys.ts';

/** Tells tickets from access tokens, which the same keys sign. */
const TYPE = 'parqueo-ticket';
/** A ticket with the longest names has about 1,300 characters. */
export const MAX_TOKEN_LENGTH = 2048;
const MS_PER_SECOND = 1000;

/** What a ticket says of a reservation; `from` and `to` in milliseconds since 1970. */
export type Ticket = { reservation: string; zone: string; space: string; plate: string; from: number; to: number };

const payloadSchema = z
  .object({
    aud: z.literal(TYPE),
    jti: z.uuid(),
    zone: z.string(),
    space: z.string(),
    plate: z.string(),
    nbf: z.int(),
    exp: z.int(),
  })
  .transform(
    ({ jti, zone, space, plate, nbf, exp }): Ticket => ({
      reservation: jti,
      zone,
      space,
      plate,
      from: nbf * MS_PER_SECOND,
      to: exp * MS_PER_SECOND,
    }),
  );

type TicketTokens = ReturnType<typeof createTicketTokens>;

/** Signs tickets with the first key and verifies them with all, as access tokens are. A ticket can be read by anybody. */
export function createTicketTokens({ signingKeys }: Pick<Keys, 'signingKeys'>) {
  const [first] = signingKeys;
  const signingKey = importJWK(first, 'ES256');
  const keySet = createLocalJWKSet({
    keys: signingKeys.map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256' })),
  });
  return {
    async sign({ reservation, zone, space, plate, from, to }: Ticket): Promise<string> {
      const [nbf, exp] = [Math.floor(from / MS_PER_SECOND), Math.floor(to / MS_PER_SECOND)];
      const payload = JSON.stringify({ aud: TYPE, jti: reservation, zone, space, plate, nbf, exp });
      return new CompactSign(new TextEncoder().encode(payload))
        .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid: first.kid })
        .sign(await signingKey);
    },
    /** The ticket that this server signed, whenever it was valid; null for any other text. */
    async verify(token: string): Promise<Ticket | null> {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      try {
        const { payload, protectedHeader } = await compactVerify(token, keySet, { algorithms: ['ES256'] });
        if (protectedHeader.typ !== TYPE) return null;
        return payloadSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof SyntaxError)
          return null;
        throw error;
      }
    },
  };
}
