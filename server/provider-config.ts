import { createPrivateKey } from 'node:crypto';
import * as z from 'zod';

/** A client at an OpenID Connect provider with a fixed secret. */
export type GoogleSettings = { clientId: string; clientSecret: string; issuer: string };
/** A client at Apple, which takes secrets that the client signs itself with an ES256 key (PKCS #8, PEM). */
export type AppleSettings = { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string };
/** A client at Facebook, which is plain OAuth 2 with a graph to ask for the person. */
export type FacebookSettings = {
  clientId: string;
  clientSecret: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userEndpoint: string;
};

/** The social providers that are set up; the others are absent. */
export type ProviderSettings = { google?: GoogleSettings; apple?: AppleSettings; facebook?: FacebookSettings };

const given = (what: string) => z.string().min(1, `takes ${what}`).optional();

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;

/** Secrets travel to these addresses: encrypted, or not beyond this machine. */
const endpoint = (standard: string) =>
  z
    .url('takes an https address')
    .refine((text) => {
      if (!URL.canParse(text)) return true;
      const { protocol, hostname } = new URL(text);
      return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
    }, 'takes an https address')
    .default(standard);

/** Files of environment variables hold one line each, so a key may have its line ends written as \n. */
const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(isEs256Key, 'takes the text of the .p8 file that Apple gave you')
  .optional();

function isEs256Key(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    // Whatever is wrong with it, it is no key.
    return false;
  }
}

/** The variables of the social providers, for the table of all variables. */
export const providerVariables = {
  GOOGLE_CLIENT_ID: given('the client id that Google gave you'),
  GOOGLE_CLIENT_SECRET: given('the client secret that Google gave you'),
  GOOGLE_ISSUER: endpoint('https://accounts.google.com'),
  APPLE_CLIENT_ID: given('the services id that Apple gave you'),
  APPLE_TEAM_ID: given('the team id that Apple gave you'),
  APPLE_KEY_ID: given('the id of the key that Apple gave you'),
  APPLE_PRIVATE_KEY: privateKey,
  APPLE_ISSUER: endpoint('https://appleid.apple.com'),
  FACEBOOK_CLIENT_ID: given('the app id that Facebook gave you'),
  FACEBOOK_CLIENT_SECRET: given('the app secret that Facebook gave you'),
  FACEBOOK_AUTHORIZATION_ENDPOINT: endpoint('https://www.facebook.com/dialog/oauth'),
  FACEBOOK_TOKEN_ENDPOINT: endpoint('https://graph.facebook.com/oauth/access_token'),
  FACEBOOK_USER_ENDPOINT: endpoint('https://graph.facebook.com/me'),
};

/** Each of these is set as a whole or not at all. */
export const PROVIDER_GROUPS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
] as const;

const shape = z.object(providerVariables);

/** The providers that the variables set up. */
export function toProviderSettings(set: z.infer<typeof shape>): ProviderSettings {
  const settings: ProviderSettings = {};
  if (set.GOOGLE_CLIENT_ID && set.GOOGLE_CLIENT_SECRET) {
    settings.google = {
      clientId: set.GOOGLE_CLIENT_ID,
      clientSecret: set.GOOGLE_CLIENT_SECRET,
      issuer: set.GOOGLE_ISSUER,
    };
  }
  if (set.APPLE_CLIENT_ID && set.APPLE_TEAM_ID && set.APPLE_KEY_ID && set.APPLE_PRIVATE_KEY) {
    settings.apple = {
      clientId: set.APPLE_CLIENT_ID,
      teamId: set.APPLE_TEAM_ID,
      keyId: set.APPLE_KEY_ID,
      privateKey: set.APPLE_PRIVATE_KEY,
      issuer: set.APPLE_ISSUER,
    };
  }
  if (set.FACEBOOK_CLIENT_ID && set.FACEBOOK_CLIENT_SECRET) {
    settings.facebook = {
      clientId: set.FACEBOOK_CLIENT_ID,
      clientSecret: set.FACEBOOK_CLIENT_SECRET,
      authorizationEndpoint: set.FACEBOOK_AUTHORIZATION_ENDPOINT,
      tokenEndpoint: set.FACEBOOK_TOKEN_ENDPOINT,
      userEndpoint: set.FACEBOOK_USER_ENDPOINT,
    };
  }
  return settings;
}
