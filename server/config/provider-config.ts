import { createPrivateKey } from 'node:crypto';
import * as z from 'zod';
import { secureAddress } from '../../supabase/functions/shared/variables.ts';
import type { ProviderSettings } from '../../supabase-server/host.ts';

const optionalText = (description: string) => z.string().min(1, `takes ${description}`).optional();

const clientIds = (description: string) =>
  z
    .string()
    .transform((list) => list.split(',').map((id) => id.trim()))
    .refine((ids) => ids.every((id) => id !== ''), `takes ${description}, and further ones after commas`)
    .optional();

const endpoint = (standard: string) => secureAddress.default(standard);

function isEs256Key(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/** Line ends may be written as \n, since environment files hold one line for each variable. */
const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(isEs256Key, 'takes the text of the .p8 file that Apple gave you')
  .optional();

export const providerVariables = {
  GOOGLE_CLIENT_ID: clientIds('the client id that Google gave you'),
  GOOGLE_CLIENT_SECRET: optionalText('the client secret that Google gave you'),
  GOOGLE_ISSUER: endpoint('https://accounts.google.com'),
  APPLE_CLIENT_ID: clientIds('the services id that Apple gave you'),
  APPLE_TEAM_ID: optionalText('the team id that Apple gave you'),
  APPLE_KEY_ID: optionalText('the id of the key that Apple gave you'),
  APPLE_PRIVATE_KEY: privateKey,
  APPLE_ISSUER: endpoint('https://appleid.apple.com'),
  FACEBOOK_CLIENT_ID: optionalText('the app id that Facebook gave you'),
  FACEBOOK_CLIENT_SECRET: optionalText('the app secret that Facebook gave you'),
  FACEBOOK_AUTHORIZATION_ENDPOINT: endpoint('https://www.facebook.com/dialog/oauth'),
  FACEBOOK_TOKEN_ENDPOINT: endpoint('https://graph.facebook.com/oauth/access_token'),
  FACEBOOK_USER_ENDPOINT: endpoint('https://graph.facebook.com/me'),
};

/** Each group is set as a whole or not at all. */
export const PROVIDER_GROUPS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
] as const;

const providerSchema = z.object(providerVariables);

const toClientIds = ([clientId = '', ...appClientIds]: string[]) => ({ clientId, appClientIds });

export function toProviderSettings(env: z.infer<typeof providerSchema>): ProviderSettings {
  const settings: ProviderSettings = {};
  if (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) {
    settings.google = {
      ...toClientIds(env.GOOGLE_CLIENT_ID),
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      issuer: env.GOOGLE_ISSUER,
    };
  }
  if (env.APPLE_CLIENT_ID && env.APPLE_TEAM_ID && env.APPLE_KEY_ID && env.APPLE_PRIVATE_KEY) {
    settings.apple = {
      ...toClientIds(env.APPLE_CLIENT_ID),
      teamId: env.APPLE_TEAM_ID,
      keyId: env.APPLE_KEY_ID,
      privateKey: env.APPLE_PRIVATE_KEY,
      issuer: env.APPLE_ISSUER,
    };
  }
  if (env.FACEBOOK_CLIENT_ID && env.FACEBOOK_CLIENT_SECRET) {
    settings.facebook = {
      clientId: env.FACEBOOK_CLIENT_ID,
      clientSecret: env.FACEBOOK_CLIENT_SECRET,
      authorizationEndpoint: env.FACEBOOK_AUTHORIZATION_ENDPOINT,
      tokenEndpoint: env.FACEBOOK_TOKEN_ENDPOINT,
      userEndpoint: env.FACEBOOK_USER_ENDPOINT,
    };
  }
  return settings;
}
