import { createSecretBox, type SecretBox } from '../../keys/secret-box.ts';

/** Keeps the secrets of second factors so that a copy of the database makes no codes. */
export type FactorSecrets = SecretBox;

export function createFactorSecrets(secretKey: string): FactorSecrets {
  return createSecretBox(secretKey, 'secrets of second factors');
}
