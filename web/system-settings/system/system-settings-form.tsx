import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { PROBLEMS } from '../../../domain/problems.ts';
import { publicSettingsQuery } from '../../data/public-settings.ts';
import { mergeNewerValues, type NewerValue } from '../../ui/newer-values.ts';
import { NewerValuesNotice } from '../../ui/newer-values-notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { SettingsForm } from '../settings-form.tsx';
import { ConfirmChanges, listConsequences } from './confirm-changes.tsx';
import { loadSystemSettings, type StoredSystemSettings, saveSystemSettings } from './data.ts';
import { SystemSettingsFields } from './system-settings-fields.tsx';
import { SYSTEM_SETTINGS_FIELDS, type SystemSettings, systemSettingsSchema } from './system-settings-values.ts';

const QUERY_KEY = ['system-settings'];

/** The settings that the product and its database obey. */
export function SystemSettingsForm() {
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => loadSystemSettings(signal),
    // Somebody may be typing; what is newer comes when they save, or when they come back.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryState
      query={query}
      loading={
        <SkeletonList label={m.system_settings_loading()} shapes={['h-80', 'h-72', 'h-64', 'h-56']} className="gap-4" />
      }
    >
      {(stored) => <LoadedForm stored={stored} />}
    </QueryState>
  );
}

function LoadedForm({ stored }: { stored: StoredSystemSettings }) {
  const queryClient = useQueryClient();
  // Replaced when somebody else changes the settings meanwhile.
  const [base, setBase] = useState(stored);
  const [newerValues, setNewerValues] = useState<NewerValue[] | null>(null);
  const [toConfirm, setToConfirm] = useState<SystemSettings | null>(null);
  const form = useForm<SystemSettings>({
    resolver: zodResolver(systemSettingsSchema),
    defaultValues: stored.values,
  });

  const saving = useOnlineMutation({
    mutationFn: (values: SystemSettings) => saveSystemSettings(base, values),
    onSuccess: ({ stored: newest, isSaved }) => {
      if (isSaved) {
        form.reset(newest.values);
        setNewerValues(null);
        // A new name or currency builds the page anew, and this form with it.
        queryClient.setQueryData(QUERY_KEY, newest);
        toast.success(m.system_settings_saved());
        // Also of this page: its name, its amounts and its limits.
        void queryClient.invalidateQueries({ queryKey: publicSettingsQuery.queryKey });
        void queryClient.invalidateQueries({ queryKey: ['audit-entries'] });
      } else {
        const values = { base: base.values, newer: newest.values, fields: SYSTEM_SETTINGS_FIELDS };
        setNewerValues(mergeNewerValues(form, values));
      }
      setBase(newest);
    },
    onSettled: () => setToConfirm(null),
  });

  const submit = form.handleSubmit((values) => {
    if (listConsequences(base.values, values).length > 0) setToConfirm(values);
    else saving.mutate(values);
  });

  return (
    <>
      <SettingsForm
        title={m.system_settings_title()}
        note={m.system_settings_note()}
        notice={
          newerValues === null ? null : (
            <NewerValuesNotice text={PROBLEMS['installation-settings-changed-meanwhile']()} values={newerValues} />
          )
        }
        saveLabel={m.system_settings_save()}
        isSaving={saving.isPending}
        onSubmit={submit}
      >
        <FormProvider {...form}>
          <SystemSettingsFields />
        </FormProvider>
      </SettingsForm>
      <ConfirmChanges
        consequences={toConfirm === null ? null : listConsequences(base.values, toConfirm)}
        isSaving={saving.isPending}
        onSave={() => toConfirm && saving.mutate(toConfirm)}
        onClose={() => setToConfirm(null)}
      />
    </>
  );
}
