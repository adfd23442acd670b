import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { publicSettingsQuery } from '../../../data/public-settings.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';
import { SavedSettingsForm } from '../saved-settings-form.tsx';
import { useStoredSettings } from '../use-stored-settings.ts';
import { MoneySettingsFields } from './money-settings-fields.tsx';
import { SystemSettingsFields } from './system-settings-fields.tsx';
import { systemSettingsPart } from './system-settings-row.ts';
import { SYSTEM_SETTINGS_FIELDS, type SystemSettings, systemSettingsSchema } from './system-settings-values.ts';

const TEXTS = {
  title: m.system_settings_title(),
  note: m.system_settings_note(),
  save: m.system_settings_save(),
  saved: m.system_settings_saved(),
};
const FIELDS_OF_PROBLEMS = { 'currency-in-use': 'currency', 'tax-rate-undecided': 'taxRate' } as const;
/** Also of this page: its name, its amounts and its limits. */
const DEPENDENTS = [publicSettingsQuery.queryKey];

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
export function SystemSettingsForm() {
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
        </SavedSettingsForm>
      )}
    </QueryState>
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
