import { m } from '#messages';
import { SIGN_IN_RULES_KEY, type SignInRules } from '../../../data/sign-in/sign-in-rules.ts';
import { QueryState } from '../../../ui/query-state.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';
import { SavedSettingsForm } from '../saved-settings-form.tsx';
import { useStoredSettings } from '../use-stored-settings.ts';
import { AuthSettingsFields } from './auth-settings-fields.tsx';
import { authSettingsPart } from './auth-settings-row.ts';
import { AUTH_SETTINGS_FIELDS, type AuthSettings, authSettingsSchema } from './auth-settings-values.ts';

const TEXTS = {
  title: m.auth_settings_title(),
  note: m.auth_settings_delay(),
  save: m.auth_settings_save(),
  saved: m.auth_settings_saved(),
};
const DEPENDENTS = [SIGN_IN_RULES_KEY];

function listConsequences(before: AuthSettings, after: AuthSettings): string[] {
  const consequences: string[] = [];
  if (before.emailConfirmationRequired && !after.emailConfirmationRequired) {
    consequences.push(m.auth_settings_confirm_no_confirmation());
  }
  if (before.allowSignups && !after.allowSignups) consequences.push(m.auth_settings_confirm_no_signups());
  if (!before.adminsNeedSecondFactor && after.adminsNeedSecondFactor) {
    consequences.push(m.auth_settings_confirm_admin_factor());
  }
  return consequences;
}

type Providers = SignInRules['providers'];

/** A provider that the operator allows and the service does not offer is not set up. */
function createHints({ socialAuthGoogle, socialAuthApple }: AuthSettings, { google, apple }: Providers) {
  const describe = (isAllowed: boolean, isOffered: boolean) =>
    isAllowed && !isOffered ? m.auth_settings_provider_missing() : undefined;
  return {
    sessionTimeout: m.auth_settings_session_hint(),
    socialAuthGoogle: describe(socialAuthGoogle, google),
    socialAuthApple: describe(socialAuthApple, apple),
    fromAddress: m.auth_settings_from_address_hint(),
    fromName: m.auth_settings_from_name_hint(),
  };
}

type AuthSettingsFormProps = {
  /** Those that the authentication service offers. */
  providers: Providers;
};

/** The authentication settings that the server obeys. */
export function AuthSettingsForm({ providers }: AuthSettingsFormProps) {
  const query = useStoredSettings(authSettingsPart);
  return (
    <QueryState
      query={query}
      failedText={m.auth_settings_not_loaded()}
      loading={
        <SkeletonList label={m.auth_settings_loading()} shapes={['h-52', 'h-72', 'h-48', 'h-60']} className="gap-4" />
      }
    >
      {(stored) => (
        <SavedSettingsForm
          part={authSettingsPart}
          stored={stored}
          schema={authSettingsSchema}
          fields={AUTH_SETTINGS_FIELDS}
          texts={TEXTS}
          listConsequences={listConsequences}
          dependents={DEPENDENTS}
        >
          <AuthSettingsFields hints={createHints(stored.values, providers)} demandsFactors />
        </SavedSettingsForm>
      )}
    </QueryState>
  );
}
