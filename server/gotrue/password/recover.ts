import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../../caller.ts';
import { respondInConstantTime } from '../limits/constant-time-response.ts';
import { consumeMailLimits } from '../limits/rate-limit.ts';
import { readRedirectTo } from '../links/redirects.ts';
import { codeChallengeFields, parseCodeChallenge } from '../pkce/code-challenge.ts';
import { createFlowState } from '../pkce/flow-state.ts';
import { readBody } from '../read-body.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { requireEmail } from '../users/email-address.ts';
import { isBanned, lockUserByEmail } from '../users/users.ts';

const recoverBody = z.object({ email: z.string().optional(), ...codeChallengeFields });

/** `POST /recover`: mails a link to choose a new password. */
export function createRecover(dependencies: RequestDependencies): Hono<AppEnv> {
  const { config, links, limiter } = dependencies;
  return new Hono<AppEnv>().post('/recover', async (c) => {
    const body = await readBody(c, recoverBody);
    const email = requireEmail(body.email);
    const challenge = parseCodeChallenge(body);
    await consumeMailLimits(limiter, c, email);
    const redirectTo = readRedirectTo(c, config.publicUrl);
    return respondInConstantTime(c, dependencies, async (tx) => {
      const user = await lockUserByEmail(tx, email);
      if (user === null || isBanned(user)) return;
      const flowId = await createFlowState(tx, { challenge, method: 'recovery', userId: user.id });
      await links.send(tx, { user, kind: 'recovery', redirectTo, flowId });
    });
  });
}
