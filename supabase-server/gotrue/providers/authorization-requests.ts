import type { Sql } from 'postgres';
import { readErrorCode } from '../../error-code.ts';
import { hashSecret, isSameSecret } from '../secrets.ts';
import { sessionNotFound } from '../sessions/sessions.ts';
import type { ProviderName } from './provider-profile.ts';

/** The cookie that ties an authorization request to its browser. */
export const BROWSER_COOKIE = 'parqueo-sign-in';
/** Where providers redirect to: the address that the operator registers with them. */
export const CALLBACK_PATH = '/auth/v1/callback';

export const AUTHORIZATION_REQUEST_SECONDS = 600;

/** An OAuth authorization request, stored while the person signs in at the provider. */
export type AuthorizationRequest = {
  provider: ProviderName;
  nonce: string;
  codeVerifier: string;
  redirectTo: string;
  flowId: string | null;
  /** The session that links an identity to its account; null to sign in. The request ends with the session. */
  sessionId: string | null;
};

const FOREIGN_KEY_VIOLATION = '23503';

type NewAuthorizationRequest = AuthorizationRequest & { state: string; browserSecret: string };

/** @throws AuthError 403 `session_not_found` when the session of the request has just ended */
export async function storeAuthorizationRequest(sql: Sql, request: NewAuthorizationRequest): Promise<void> {
  await sql`
    delete from parqueo_server.provider_visits
    where created_at < now() - make_interval(secs => ${AUTHORIZATION_REQUEST_SECONDS})`;
  try {
    await sql`
      insert into parqueo_server.provider_visits
        (state_hash, browser_hash, provider, nonce, code_verifier, redirect_to, flow_state_id, session_id)
      values (${hashSecret(request.state)}, ${hashSecret(request.browserSecret)}, ${request.provider},
        ${request.nonce}, ${request.codeVerifier}, ${request.redirectTo}, ${request.flowId}, ${request.sessionId})`;
  } catch (error) {
    throw readErrorCode(error) === FOREIGN_KEY_VIOLATION ? sessionNotFound() : error;
  }
}

/** Removes and returns the request of a state; null when it is unknown, expired or of another browser. */
export async function consumeAuthorizationRequest(
  sql: Sql,
  state: string,
  browserSecret: string,
): Promise<AuthorizationRequest | null> {
  const [row] = await sql<(AuthorizationRequest & { browserHash: string })[]>`
    delete from parqueo_server.provider_visits
    where state_hash = ${hashSecret(state)}
      and created_at > now() - make_interval(secs => ${AUTHORIZATION_REQUEST_SECONDS})
    returning provider, nonce, code_verifier as "codeVerifier", redirect_to as "redirectTo", flow_state_id as "flowId",
      session_id as "sessionId", browser_hash as "browserHash"`;
  if (!row || !isSameSecret(row.browserHash, hashSecret(browserSecret))) return null;
  return row;
}
