import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { PROBLEMS } from '../../../domain/problems.ts';
import type { SignInRules } from '../../data/sign-in/sign-in-rules.ts';
import { mergeNewerValues, type NewerValue } from '../../ui/newer-values.ts';
import { NewerValuesNotice } from '../../ui/newer-values-notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { SettingsForm } from '../settings-form.tsx';
import { AskBeforeSaving, findRisks } from './ask-before-saving.tsx';
import { AuthSettingsFields, type AuthSettingsHints } from './auth-settings-fields.tsx';
import { AUTH_SETTINGS_FIELDS, type AuthSettings, authSettingsSchema } from './auth-settings-values.ts';
import { loadAuthSettings, type StoredAuthSettings, saveAuthSettings } from './data.ts';

const QUERY_KEY = ['auth-settings'];

const HINTS: AuthSettingsHints = {
  sessionTimeout: m.auth_settings_session_hint(),
  fromAddress: m.auth_settings_from_address_hint(),
  fromName: m.auth_settings_from_name_hint(),
};

/** The authentication settings that the server obeys. */
export function AuthSettingsForm({ providers }: { providers: SignInRules['providers'] }) {
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => loadAuthSettings(signal),
    // Somebody may be typing; what is newer comes when they save, or when they come back.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryState
      query={query}
      loading={<SkeletonList label={m.auth_settings_loading()} shapes={['h-52', 'h-72', 'h-48', 'h-60']} />}
    >
      {(stored) => <LoadedForm stored={stored} hints={{ ...HINTS, ...describeProviders(stored, providers) }} />}
    </QueryState>
  );
}

/** A provider that the operator allows and the service does not offer is not set up. */
function describeProviders({ values }: StoredAuthSettings, { google, apple }: SignInRules['providers']) {
  const describe = (isAllowed: boolean, isOffered: boolean) =>
    isAllowed && !isOffered ? m.auth_settings_provider_missing() : undefined;
  return {
    socialAuthGoogle: describe(values.socialAuthGoogle, google),
    socialAuthApple: describe(values.socialAuthApple, apple),
  };
}

function LoadedForm({ stored, hints }: { stored: StoredAuthSettings; hints: AuthSettingsHints }) {
  // Replaced when somebody else changes the settings meanwhile.
  const [base, setBase] = useState(stored);
  const [newerValues, setNewerValues] = useState<NewerValue[] | null>(null);
  const [asked, setAsked] = useState<AuthSettings | null>(null);
  const form = useForm<AuthSettings>({ resolver: zodResolver(authSettingsSchema), defaultValues: stored.values });

  const saving = useOnlineMutation({
    mutationFn: (values: AuthSettings) => saveAuthSettings(base, values),
    onSuccess: ({ stored: newest, isSaved }) => {
      if (isSaved) {
        form.reset(newest.values);
        setNewerValues(null);
        toast.success(m.auth_settings_saved());
      } else {
        const fields = AUTH_SETTINGS_FIELDS;
        setNewerValues(mergeNewerValues(form, { base: base.values, newer: newest.values, fields }));
      }
      setBase(newest);
    },
    onSettled: () => setAsked(null),
  });

  const submit = form.handleSubmit((values) => {
    if (findRisks(base.values, values).length > 0) setAsked(values);
    else saving.mutate(values);
  });

  return (
    <>
      <SettingsForm
        title={m.auth_settings_title()}
        note={m.auth_settings_delay()}
        notice={
          newerValues === null ? null : (
            <NewerValuesNotice text={PROBLEMS['auth-settings-changed-meanwhile']()} values={newerValues} />
          )
        }
        saveLabel={m.auth_settings_save()}
        isSaving={saving.isPending}
        onSubmit={submit}
      >
        <FormProvider {...form}>
          <AuthSettingsFields hints={hints} />
        </FormProvider>
      </SettingsForm>
      <AskBeforeSaving
        risks={asked === null ? null : findRisks(base.values, asked)}
        isSaving={saving.isPending}
        onSave={() => asked && saving.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
