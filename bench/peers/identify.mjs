import { createRemoteJWKSet, jwtVerify } from 'jose';

const findKey = createRemoteJWKSet(new URL(process.env.JWKS_URL ?? ''));
/** Claims by tokens that have been verified. */
const verified = new Map();

/** The settings of a transaction for the caller of a request. A token is verified once. */
export async function identify(authorization) {
  if (authorization === undefined) return { role: 'anon', 'request.jwt.claims': '{"role":"anon"}' };
  const token = authorization.replace(/^Bearer /, '');
  const known = verified.get(token);
  if (known !== undefined && known.exp > Date.now() / 1000) return known.settings;
  const { payload } = await jwtVerify(token, findKey, { audience: 'authenticated' });
  const settings = { role: payload.role, 'request.jwt.claims': JSON.stringify(payload) };
  verified.set(token, { exp: payload.exp, settings });
  return settings;
}
