import fc from 'fast-check';
import { query, requests } from './arbitrary-request.ts';
import { wildObject, wildText, wildValue } from './wild.ts';

const AUTH_ENDPOINTS = `
  POST signup, POST token, POST token, POST token, GET user, PUT user, PUT user, GET verify, POST verify, POST recover,
  POST resend, POST otp, GET reauthenticate, POST factors, GET settings, POST factors/x/verify, DELETE factors/x,
  POST factors/00000000-0000-4000-8000-000000000000/challenge, GET authorize, GET callback, POST callback, POST sso,
  GET health, GET admin/users, PUT admin/users/x, POST admin/users, POST admin/generate_link, POST invite, POST magiclink,
  GET .well-known/jwks.json, GET user/identities/authorize, GET nowhere, DELETE user/identities/x,
  DELETE user/identities/00000000-0000-4000-8000-000000000000`
  .trim()
  .split(/,\s+/);
const email = fc.constantFrom('driver@fuzz.test', 'admin@fuzz.test', 'new@fuzz.test', 'NEW@fuzz.test', 'a@b');
const authQuery = query(
  ['grant_type', 'grant_type', 'redirect_to', 'token', 'type', 'scope', 'provider', 'code', 'state', 'apikey', 'error'],
  fc.constantFrom(...['password', 'refresh_token', 'pkce', 'id_token', 'signup', 'recovery', 'global', 'google', 'x']),
);
const authBody = wildObject({
  email,
  password: fc.constantFrom('correct-horse-battery', 'x'.repeat(100), ''),
  phone: fc.constant('+18095550100'),
  data: fc.dictionary(wildText, wildValue, { maxKeys: 2 }),
  refresh_token: wildText,
  auth_code: wildText,
  code_verifier: wildText,
  code_challenge: wildText,
  code_challenge_method: fc.constantFrom('s256', 'plain', 'x'),
  token: fc.constantFrom('123456', ''),
  token_hash: wildText,
  type: fc.constantFrom('signup', 'recovery', 'email', 'email_change', 'magiclink'),
  factor_type: fc.constantFrom('totp', 'phone', 'webauthn'),
  friendly_name: wildText,
  challenge_id: fc.uuid(),
  code: fc.constantFrom('123456', 'abc'),
  nonce: wildText,
  id_token: wildText,
  access_token: wildText,
  provider: fc.constantFrom('google', 'apple', 'x'),
  issuer: wildText,
  client_id: wildText,
  link_identity: fc.boolean(),
  create_user: fc.boolean(),
});
/** Requests to existing and missing endpoints of the authentication service. */
export const auth = requests(
  fc.constantFrom(...AUTH_ENDPOINTS).map((endpoint) => {
    const [method = '', path] = endpoint.split(' ');
    return { method, path: fc.constant(`/auth/v1/${path}`), query: authQuery, body: authBody };
  }),
);
