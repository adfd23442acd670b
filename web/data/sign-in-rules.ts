import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { MIN_PASSWORD_LENGTH } from '../../domain/people/person.ts';
import { Problem } from '../../domain/problems.ts';
import { createStoredValue } from '../ui/platform/stored-value.ts';
import { connection, showsSamples } from './connection.ts';
import { dataKeys } from './keys.ts';

const flag = z.boolean().default(false);

/** The public settings of the authentication service. The last three are those of the product's own server only. */
const serviceSettingsSchema = z.object({
  external: z.object({ google: flag, apple: flag, facebook: flag, anonymous_users: flag }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  password_min_length: z.int().optional(),
  mfa_totp_enroll_enabled: z.boolean().optional(),
  mfa_required_for_administrators: z.boolean().optional(),
});

type ServiceSettings = z.infer<typeof serviceSettingsSchema>;

function toSignInRules(settings: ServiceSettings) {
  return {
    providers: settings.external,
    allowsSignUp: !settings.disable_signup,
    allowsGuests: settings.external.anonymous_users && !settings.disable_signup,
    requiresConfirmation: !settings.mailer_autoconfirm,
    minPasswordLength: settings.password_min_length ?? MIN_PASSWORD_LENGTH,
    allowsTwoFactor: settings.mfa_totp_enroll_enabled ?? true,
    adminsNeedSecondFactor: settings.mfa_required_for_administrators ?? false,
    /** Whether the back office holds these settings. Supabase has its own, and does not tell how long passwords must be. */
    areOfBackOffice: settings.password_min_length !== undefined,
  };
}

export type SignInRules = ReturnType<typeof toSignInRules>;

/** For the next time, so that the forms do not change while somebody looks at them. */
const stored = createStoredValue('parqueo.sign-in-rules', serviceSettingsSchema);

async function loadSignInRules(signal: AbortSignal): Promise<SignInRules> {
  const { supabaseUrl, supabaseKey } = connection().config;
  const headers = { apikey: supabaseKey };
  try {
    const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers, signal });
    const settings = serviceSettingsSchema.parse(await response.json());
    stored.write(settings);
    return toSignInRules(settings);
  } catch (cause) {
    throw new Problem('sign-in-rules-not-loaded', { cause });
  }
}

/** Whether the product's own server signs people in, as far as this is known; Supabase has no proofs and no recovery codes of ours. */
export const useHasOwnSignIn = (): boolean => useSignInRules().data?.areOfBackOffice ?? true;

/** The rules of signing in; without data while they load, and with sample data, where everything is as the screens say. */
export function useSignInRules() {
  return useQuery({
    queryKey: dataKeys.signInRules(),
    queryFn: ({ signal }) => loadSignInRules(signal),
    enabled: !showsSamples(),
    initialData: () => {
      const settings = showsSamples() ? null : stored.read();
      return settings === null ? undefined : toSignInRules(settings);
    },
    initialDataUpdatedAt: 0,
  });
}
