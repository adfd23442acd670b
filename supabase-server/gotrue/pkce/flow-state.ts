import { calculatePKCECodeChallenge } from 'openid-client';
import * as z from 'zod';
import type { Executor, Sql } from '../../connections/sql.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { createSecret, hashSecret, isSameSecret } from '../secrets.ts';

/** The PKCE code challenge of a client, which its code verifier has to match later. */
export type CodeChallenge = { value: string; method: 's256' | 'plain' };

export const codeChallengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

const CHALLENGE = /^[\w.~-]{43,128}$/;
const methods = z.enum(['s256', 'plain']);
type Fields = { code_challenge?: string | null | undefined; code_challenge_method?: string | null | undefined };

/** The code challenge of a request, or null when the client does not use PKCE. */
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

const AUTH_CODE_SECONDS = 300;

/** The tokens of a provider for its own API, stored until the browser exchanges its code. */
export type ProviderTokens = { access: string | null; refresh: string | null };

const NO_TOKENS: ProviderTokens = { access: null, refresh: null };

type ExchangedCode = { userId: string; method: string; providerTokens: ProviderTokens };

type NewFlowState = { challenge: CodeChallenge | null; method: string; provider?: string; userId?: string };

export const flowStateNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');

/** Starts a PKCE flow and returns its id, or null when the client does not use PKCE. */
export async function createFlowState(
  sql: Executor,
  { challenge, method, provider = 'email', userId }: NewFlowState,
): Promise<string | null> {
  if (challenge === null) return null;
  // The column needs a code; the real one is issued when the person has signed in.
  const [flow] = await sql<{ id: string }[]>`
    insert into auth.flow_state
      (user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
    values (${userId ?? null}, ${hashSecret(createSecret())}, ${challenge.method}, ${challenge.value}, ${provider},
      ${method})
    returning id`;
  if (!flow) throw new Error('The flow was not kept');
  return flow.id;
}

/** Gives a flow its person and returns the code that the browser exchanges for a session. */
export async function issueAuthCode(
  sql: Executor,
  flowId: string,
  userId: string,
  tokens: ProviderTokens = NO_TOKENS,
): Promise<string> {
  const code = createSecret();
  await sql`
    update auth.flow_state set
      user_id = ${userId}, auth_code = ${hashSecret(code)}, auth_code_issued_at = now(), updated_at = now(),
      provider_access_token = ${tokens.access}, provider_refresh_token = ${tokens.refresh}
    where id = ${flowId}`;
  return code;
}

type FlowRow = {
  user_id: string | null;
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
  authentication_method: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  is_fresh: boolean;
};

/** Exchanges a code and its verifier for the person who signed in. A code works for one attempt. */
export async function exchangeAuthCode(sql: Sql, code: string, verifier: string): Promise<ExchangedCode> {
  const [flow] = await sql<FlowRow[]>`
    delete from auth.flow_state where auth_code = ${hashSecret(code)} and auth_code_issued_at is not null
    returning user_id, code_challenge, code_challenge_method, authentication_method, provider_access_token,
      provider_refresh_token, auth_code_issued_at > now() - make_interval(secs => ${AUTH_CODE_SECONDS}) as is_fresh`;
  if (!flow || flow.user_id === null) throw flowStateNotFound();
  if (!flow.is_fresh) throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired');
  const challenge = flow.code_challenge_method === 's256' ? await calculatePKCECodeChallenge(verifier) : verifier;
  if (!isSameSecret(challenge, flow.code_challenge)) {
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    providerTokens: { access: flow.provider_access_token, refresh: flow.provider_refresh_token },
  };
}
