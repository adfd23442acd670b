import type { Sql } from 'postgres';
import { hashSecret, isSameSecret } from '../secrets.ts';
import type { ProviderName } from './provider-clients.ts';

/** The cookie of a browser that is on its way. */
export const BROWSER_COOKIE = 'parqueo-sign-in';
/** Where providers send browsers back: the address that the operator registers with them. */
export const CALLBACK_PATH = '/auth/v1/callback';

/** For so long a person may take to sign in at a provider. */
export const AUTHORIZATION_REQUEST_SECONDS = 600;

/** A browser on its way to a provider and back. */
export type AuthorizationRequest = {
  provider: ProviderName;
  nonce: string;
  codeVerifier: string;
  redirectTo: string;
  flowId: string | null;
};

type NewAuthorizationRequest = AuthorizationRequest & { state: string; browser: string };

/** Remembers a browser that sets out. Of the state and of the browser's secret only digests are kept. */
export async function storeAuthorizationRequest(sql: Sql, visit: NewAuthorizationRequest): Promise<void> {
  await sql`
    delete from parqueo_server.provider_visits where created_at < now() - make_interval(secs => ${AUTHORIZATION_REQUEST_SECONDS})`;
  await sql`
    insert into parqueo_server.provider_visits
      (state_hash, browser_hash, provider, nonce, code_verifier, redirect_to, flow_state_id)
    values (${hashSecret(visit.state)}, ${hashSecret(visit.browser)}, ${visit.provider}, ${visit.nonce},
      ${visit.codeVerifier}, ${visit.redirectTo}, ${visit.flowId})`;
}

type VisitRow = {
  provider: ProviderName;
  nonce: string;
  code_verifier: string;
  redirect_to: string;
  flow_state_id: string | null;
  browser_hash: string;
};

/** The visit a browser comes back from, once; null when it is unknown, too old, or began in another browser. */
export async function consumeAuthorizationRequest(
  sql: Sql,
  state: string,
  browser: string,
): Promise<AuthorizationRequest | null> {
  const [row] = await sql<VisitRow[]>`
    delete from parqueo_server.provider_visits
    where state_hash = ${hashSecret(state)} and created_at > now() - make_interval(secs => ${AUTHORIZATION_REQUEST_SECONDS})
    returning provider, nonce, code_verifier, redirect_to, flow_state_id, browser_hash`;
  if (!row || !isSameSecret(row.browser_hash, hashSecret(browser))) return null;
  return {
    provider: row.provider,
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
    redirectTo: row.redirect_to,
    flowId: row.flow_state_id,
  };
}
