import { calculatePKCECodeChallenge } from 'openid-client';
import type { Sql } from 'postgres';
import { AuthError } from '../auth-error.ts';
import { createSecret, hashSecret, isSameSecret } from '../secrets.ts';
import type { Executor } from '../users/users.ts';
import type { CodeChallenge } from './code-challenge.ts';

/** For so long a browser may bring the code back that it was sent. */
export const AUTH_CODE_SECONDS = 300;
/** Flows are forgotten when no link that could finish them works any more. */
const FORGOTTEN_AFTER = '1 day';

/** What a provider handed out for its own API, kept until the browser fetches it. */
export type ProviderTokens = { access: string | null; refresh: string | null };

const NO_TOKENS: ProviderTokens = { access: null, refresh: null };

/** A sign-in that was finished with the right verifier. */
export type ExchangedCode = { userId: string; method: string; providerTokens: ProviderTokens };

type NewFlowState = { challenge: CodeChallenge; provider: string; method: string; userId?: string };

/** Starts a sign-in that its own browser finishes with a verifier; answers the id of the flow. */
export async function createFlowState(
  sql: Executor,
  { challenge, provider, method, userId }: NewFlowState,
): Promise<string> {
  await sql`delete from auth.flow_state where created_at < now() - ${FORGOTTEN_AFTER}::interval`;
  // Nobody knows the first code: the one that counts is made when the link was followed.
  const [flow] = await sql<{ id: string }[]>`
    insert into auth.flow_state
      (user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
    values (${userId ?? null}, ${hashSecret(createSecret())}, ${challenge.method}, ${challenge.value}, ${provider}, ${method})
    returning id`;
  if (!flow) throw new Error('The flow was not kept');
  return flow.id;
}

/** Gives a flow its person and answers the code that its browser exchanges for a session, once. */
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

/**
 * Exchanges a code and its verifier for the person who signed in. A code is good for one try.
 * @throws AuthError `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`
 */
export async function exchangeAuthCode(sql: Sql, code: string, verifier: string): Promise<ExchangedCode> {
  const [flow] = await sql<FlowRow[]>`
    delete from auth.flow_state where auth_code = ${hashSecret(code)} and auth_code_issued_at is not null
    returning user_id, code_challenge, code_challenge_method, authentication_method, provider_access_token,
      provider_refresh_token, auth_code_issued_at > now() - make_interval(secs => ${AUTH_CODE_SECONDS}) as is_fresh`;
  if (!flow || flow.user_id === null) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  if (!flow.is_fresh) {
    throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  const answer = flow.code_challenge_method === 's256' ? await calculatePKCECodeChallenge(verifier) : verifier;
  if (!isSameSecret(answer, flow.code_challenge)) {
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    providerTokens: { access: flow.provider_access_token, refresh: flow.provider_refresh_token },
  };
}
