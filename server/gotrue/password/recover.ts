import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { consumeMailLimits } from '../limits/rate-limit.ts';
import { toAllowedRedirect } from '../links/redirects.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { isBanned, lockUserByEmail } from '../users/users.ts';

const body = z.object({ email: z.string().optional(), ...codeChallengeFields });

/** `POST /recover`: a mail to choose a new password. The answer is the same, and takes as long, for unknown addresses. */
export function createRecover({ config, links, outbox, limiter, even }: RequestDependencies): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/recover', async (c) => {
    const wish = await readBody(c, body);
    const email = requireEmail(wish.email);
    const challenge = parseCodeChallenge(wish);
    await consumeMailLimits(limiter, c, email);
    const redirectTo = toAllowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    const send = async (tx: TransactionSql) => {
      const user = await lockUserByEmail(tx, email);
      if (user === null || isBanned(user)) return;
      const flowId =
        challenge && (await createFlowState(tx, { challenge, provider: 'email', method: 'recovery', userId: user.id }));
      await links.send(tx, { user, kind: 'recovery', redirectTo, flowId });
    };
    await even.after(() => outbox.transaction(send), c.get('log'));
    return c.json({});
  });
}
