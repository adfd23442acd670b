import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { useNewerValues } from '../../ui/newer-values-notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { toastError } from '../../ui/use-problem-toast.ts';
import { loadSettings, type SettingsPart, type StoredSettings, saveSettings, settingsKey } from './data.ts';
import { SettingsForm } from './settings-form.tsx';

type SavedSettingsFormProps<Values extends FieldValues> = {
  part: SettingsPart<Values>;
  /** The cards. They find the form in its context. */
  children: ReactNode;
};

/** A form of settings that are obeyed. */
export function SavedSettingsForm<Values extends FieldValues>({ part, children }: SavedSettingsFormProps<Values>) {
  const { texts, shapes, failedText } = part;
  // Somebody may be typing; what is newer comes when they save, or when they come back.
  const query = useQuery({
    queryKey: settingsKey(part),
    queryFn: () => loadSettings(part),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryState
      query={query}
      {...(failedText === undefined ? {} : { failedText })}
      loading={<SkeletonList label={texts.loading} shapes={shapes} className="gap-4" />}
    >
      {(stored) => (
        <LoadedForm part={part} stored={stored}>
          {children}
        </LoadedForm>
      )}
    </QueryState>
  );
}

type LoadedFormProps<Values extends FieldValues> = SavedSettingsFormProps<Values> & { stored: StoredSettings<Values> };

/** Keeps what somebody typed when another administrator was faster. */
function LoadedForm<Values extends FieldValues>({ part, stored, children }: LoadedFormProps<Values>) {
  const { texts, listConsequences } = part;
  const queryClient = useQueryClient();
  // Replaced when somebody else changes the settings meanwhile.
  const [base, setBase] = useState(stored);
  const [toConfirm, setToConfirm] = useState<Values | null>(null);
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(part.values),
    defaultValues: stored.values as DefaultValues<Values>,
  });
  const newerValues = useNewerValues(form, part.fields, m.problem_installation_settings_changed_meanwhile());

  const saving = useOnlineMutation({
    mutationFn: (values: Values) => saveSettings(part, base, values),
    onSuccess: ({ stored: newest, isSaved }) => {
      if (isSaved) {
        form.reset(newest.values);
        newerValues.clear();
        // A new name or currency builds the page anew, and this form with it.
        queryClient.setQueryData(settingsKey(part), newest);
        toast.success(texts.saved);
        for (const queryKey of [...part.dependents, ['audit-entries']])
          void queryClient.invalidateQueries({ queryKey });
      } else {
        newerValues.merge(base.values, newest.values);
      }
      setBase(newest);
    },
    onError(error) {
      toastError(toErrorMessage(error));
      const field = error instanceof Problem ? part.fieldsOfProblems?.[error.key] : undefined;
      if (field !== undefined) form.setError(field, { message: toErrorMessage(error) });
    },
    onSettled: () => setToConfirm(null),
  });

  const submit = form.handleSubmit((values) => {
    if (listConsequences(base.values, values).length > 0) setToConfirm(() => values);
    else saving.mutate(values);
  });

  return (
    <>
      <SettingsForm
        texts={texts}
        note={texts.note}
        notice={newerValues.notice}
        isSaving={saving.isPending}
        onSubmit={submit}
      >
        <FormProvider {...form}>{children}</FormProvider>
      </SettingsForm>
      {toConfirm === null ? null : (
        <QuestionDialog
          title={m.system_settings_confirm_title()}
          label={m.system_settings_confirm_save()}
          cancelLabel={m.system_settings_confirm_back()}
          isPending={saving.isPending}
          onConfirm={() => saving.mutate(toConfirm)}
          onClose={() => setToConfirm(null)}
        >
          {listConsequences(base.values, toConfirm).map((consequence) => (
            <p key={consequence} className="text-muted">
              {consequence}
            </p>
          ))}
        </QuestionDialog>
      )}
    </>
  );
}
