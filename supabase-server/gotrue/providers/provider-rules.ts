import type { AuthSettings } from '../../host.ts';
import { AuthError } from '../auth-error.ts';
import { PROVIDER_NAMES, type ProviderName } from './provider-profile.ts';

/** Whether the operator lets people sign in with a provider that is set up. */
export function isProviderAllowed(
  { socialGoogleAllowed, socialAppleAllowed }: AuthSettings,
  provider: ProviderName,
): boolean {
  if (provider === 'google') return socialGoogleAllowed;
  return provider !== 'apple' || socialAppleAllowed;
}

export const providerSwitchedOff = (provider: ProviderName) =>
  new AuthError(400, 'provider_disabled', `signing in with ${PROVIDER_NAMES[provider]} is switched off`);
