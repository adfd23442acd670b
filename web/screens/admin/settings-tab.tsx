import { Scale, Share2, SlidersHorizontal } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { showsSamples } from '../../data/connection.ts';
import { publicSettingsQuery } from '../../data/public-settings.ts';
import { type SignInRules, useSignInRules } from '../../data/sign-in/sign-in-rules.ts';
import { RowHistory } from '../../office/audit/entry-list.tsx';
import { AuthSettingsForm } from '../../office/settings/auth-settings-form.tsx';
import { useStoredSettings } from '../../office/settings/data.ts';
import { MoneySettingsFields } from '../../office/settings/money-settings-fields.tsx';
import { SavedSettingsForm } from '../../office/settings/saved-settings-form.tsx';
import { SettingsCard, SettingsHeading } from '../../office/settings/settings-form.tsx';
import { SystemSettingsFields } from '../../office/settings/system-settings-fields.tsx';
import {
  SYSTEM_SETTINGS_FIELDS,
  type SystemSettings,
  systemSettingsPart,
  systemSettingsSchema,
} from '../../office/settings/system-settings-values.ts';
import { SampleAuthSettingsForm, SampleSystemSettingsForm } from '../../samples/sample-settings-forms.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { NumberField, TextAreaField } from '../../ui/text-field.tsx';

const TEXTS = {
  title: m.system_settings_title(),
  note: m.system_settings_note(),
  save: m.system_settings_save(),
  saved: m.system_settings_saved(),
};

const FIELDS_OF_PROBLEMS = { 'currency-in-use': 'currency', 'tax-rate-undecided': 'taxRate' } as const;

/** Also of this page: its name, its amounts and its limits. */
const DEPENDENTS = [publicSettingsQuery.queryKey];

/** The settings of the system and of its sign-in. */
export function SettingsTab() {
  return (
    <div className="flex flex-col gap-10">
      {showsSamples() ? (
        <>
          <SampleSystemSettingsForm />
          <SampleAuthSettingsForm />
        </>
      ) : (
        <>
          <SystemSettingsForm />
          <AuthSettings />
          <RowHistory subject={{ tables: ['installation_settings'], ids: ['installation'] }} />
        </>
      )}
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
          <AuthSettingsForm providers={loaded.providers} />
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
          <SwitchField
            label={m.auth_settings_email_confirmation()}
            detail={m.auth_settings_email_confirmation_detail()}
            checked={rules.requiresConfirmation}
            disabled
            readOnly
          />
          <SwitchField
            label={m.auth_settings_signups()}
            detail={m.auth_settings_signups_detail()}
            checked={rules.allowsSignUp}
            disabled
            readOnly
          />
        </SettingsCard>
        <SettingsCard title={m.auth_settings_social()} text={m.auth_settings_social_detail()} icon={Share2}>
          <SwitchField label="Google" checked={rules.providers.google} disabled readOnly />
          <SwitchField label="Apple" checked={rules.providers.apple} disabled readOnly />
        </SettingsCard>
      </div>
    </section>
  );
}

function listConsequences(before: SystemSettings, after: SystemSettings): string[] {
  const consequences: string[] = [];
  if (after.maintenanceMode && !before.maintenanceMode) consequences.push(m.system_settings_confirm_maintenance());
  if (after.currency !== before.currency) consequences.push(m.system_settings_confirm_currency());
  if (after.chargesDrivers !== before.chargesDrivers) {
    consequences.push(
      after.chargesDrivers ? m.system_settings_confirm_charging() : m.system_settings_confirm_no_charging(),
    );
  }
  return consequences;
}

/** The settings that the product and its database obey. */
function SystemSettingsForm() {
  const query = useStoredSettings(systemSettingsPart);
  return (
    <QueryState
      query={query}
      loading={
        <SkeletonList label={m.system_settings_loading()} shapes={['h-80', 'h-72', 'h-64', 'h-56']} className="gap-4" />
      }
    >
      {(stored) => (
        <SavedSettingsForm
          part={systemSettingsPart}
          stored={stored}
          schema={systemSettingsSchema}
          fields={SYSTEM_SETTINGS_FIELDS}
          texts={TEXTS}
          listConsequences={listConsequences}
          fieldsOfProblems={FIELDS_OF_PROBLEMS}
          dependents={DEPENDENTS}
        >
          <SystemSettingsFields parkingFields={<ShortestReservation />} />
          <MoneySettingsFields />
          <LegalTexts />
        </SavedSettingsForm>
      )}
    </QueryState>
  );
}

/** What people agree to when they sign up. */
function LegalTexts() {
  const { register, formState } = useFormContext<SystemSettings>();
  return (
    <SettingsCard title={m.legal_settings_title()} text={m.legal_settings_text()} icon={Scale}>
      <TextAreaField
        label={m.legal_terms()}
        rows={8}
        error={formState.errors.termsText?.message}
        {...register('termsText')}
      />
      <TextAreaField
        label={m.legal_privacy()}
        rows={8}
        error={formState.errors.privacyText?.message}
        {...register('privacyText')}
      />
    </SettingsCard>
  );
}

function ShortestReservation() {
  const { register, formState } = useFormContext<SystemSettings>();
  return (
    <NumberField
      label={m.system_settings_min_minutes()}
      min={5}
      max={1440}
      error={formState.errors.minReservationMinutes?.message}
      {...register('minReservationMinutes', { valueAsNumber: true })}
    />
  );
}
