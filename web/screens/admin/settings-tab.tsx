import { Share2, SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { m } from '#messages';
import { type SignInRules, useSignInRules } from '../../data/sign-in-rules.ts';
import { RowHistory } from '../../office/audit/entry-list.tsx';
import { authSettingsPart, systemSettingsPart } from '../../office/settings/installation-settings.ts';
import {
  AuthSettingsFields,
  MoneySettingsFields,
  SystemSettingsFields,
} from '../../office/settings/settings-fields.tsx';
import { SavedSettingsForm, SettingsCard, SettingsHeading } from '../../office/settings/settings-form.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';

/** The settings of the system and of its sign-in. */
export function SettingsTab() {
  return (
    <div className="flex flex-col gap-10">
      <SavedSettingsForm part={systemSettingsPart}>
        <SystemSettingsFields />
        <MoneySettingsFields />
      </SavedSettingsForm>
      <AuthSettings />
      <RowHistory subject={{ tables: ['installation_settings'], ids: ['installation'] }} />
    </div>
  );
}

/** The authentication settings where the product's own server obeys them, else what Supabase says of its own. */
function AuthSettings() {
  const rules = useSignInRules();
  return (
    <QueryState query={rules} loading={<SkeletonList label={m.auth_settings_loading()} shapes={['h-52', 'h-72']} />}>
      {(loaded) =>
        loaded.areOfBackOffice ? (
          <SavedSettingsForm part={authSettingsPart}>
            <AuthSettingsFields providers={loaded.providers} />
          </SavedSettingsForm>
        ) : (
          <SupabaseAuthSettings rules={loaded} />
        )
      }
    </QueryState>
  );
}

/** What Supabase says of its own settings, which nobody changes here. */
function SupabaseAuthSettings({ rules }: { rules: SignInRules }) {
  return (
    <section aria-label={m.auth_settings_title()} className="flex flex-col gap-4">
      <SettingsHeading title={m.auth_settings_title()} note={m.auth_settings_of_supabase()} />
      <div className="grid gap-4 lg:grid-cols-2">
        <SettingsCard
          title={m.auth_settings_general()}
          text={m.auth_settings_general_detail()}
          icon={SlidersHorizontal}
        >
          <FixedSwitch
            label={m.auth_settings_email_confirmation()}
            detail={m.auth_settings_email_confirmation_detail()}
            checked={rules.requiresConfirmation}
          />
          <FixedSwitch
            label={m.auth_settings_signups()}
            detail={m.auth_settings_signups_detail()}
            checked={rules.allowsSignUp}
          />
        </SettingsCard>
        <SettingsCard title={m.auth_settings_social()} text={m.auth_settings_social_detail()} icon={Share2}>
          <FixedSwitch label="Google" checked={rules.providers.google} />
          <FixedSwitch label="Apple" checked={rules.providers.apple} />
        </SettingsCard>
      </div>
    </section>
  );
}

const FixedSwitch = (field: ComponentProps<typeof SwitchField>) => <SwitchField {...field} disabled readOnly />;
