import * as z from 'zod';
import { validationFailed } from '../auth-error.ts';

/** The PKCE code challenge of a client, which its code verifier has to match later. */
export type CodeChallenge = { value: string; method: 's256' | 'plain' };

export const codeChallengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

const CHALLENGE = /^[\w.~-]{43,128}$/;
const methods = z.enum(['s256', 'plain']);
type Fields = { code_challenge?: string | null | undefined; code_challenge_method?: string | null | undefined };

/**
 * The code challenge of a request, or null when the client does not use PKCE.
 * @throws AuthError `validation_failed`
 */
export function parseCodeChallenge({ code_challenge, code_challenge_method }: Fields): CodeChallenge | null {
  if (!code_challenge && !code_challenge_method) return null;
  if (!code_challenge || !code_challenge_method) {
    throw validationFailed('PKCE flow requires both code_challenge_method and code_challenge to be set');
  }
  if (!CHALLENGE.test(code_challenge)) {
    throw validationFailed('code challenge takes 43 to 128 letters, digits, hyphens, periods, underscores and tildes');
  }
  const method = methods.safeParse(code_challenge_method.toLowerCase());
  if (!method.success) throw validationFailed('code challenge method takes s256 or plain');
  return { value: code_challenge, method: method.data };
}
