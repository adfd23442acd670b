import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type * as z from 'zod';
import { m } from '#messages';
import { Problem, type ProblemKey, toErrorMessage } from '../../../domain/problems.ts';
import type { NamedField } from '../../ui/newer-values.ts';
import { useNewerValues } from '../../ui/newer-values-notice.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { toastError } from '../../ui/use-problem-toast.ts';
import { type SettingsPart, type StoredSettings, saveSettings, settingsKey } from './data.ts';
import { SettingsForm } from './settings-form.tsx';

type SavedSettingsFormProps<Values extends FieldValues> = {
  part: SettingsPart<Values>;
  stored: StoredSettings<Values>;
  schema: z.ZodType<Values, Values>;
  /** The fields that two people may change at the same time. */
  fields: readonly NamedField<Values>[];
  texts: { title: string; note: string; save: string; saved: string };
  /** What the operator has to confirm before these values replace the others. */
  listConsequences: (before: Values, after: Values) => string[];
  /** The fields that the database's rules are about, which then say what is wrong. */
  fieldsOfProblems?: Partial<Record<ProblemKey, Path<Values>>>;
  /** The queries that depend on what is saved. */
  dependents: readonly (readonly unknown[])[];
  /** The cards, which find the form in its context. */
  children: ReactNode;
};

/** A form of settings that are obeyed. It keeps what somebody typed when another administrator was faster. */
export function SavedSettingsForm<Values extends FieldValues>({
  part,
  stored,
  schema,
  fields,
  texts,
  listConsequences,
  fieldsOfProblems = {},
  dependents,
  children,
}: SavedSettingsFormProps<Values>) {
  const queryClient = useQueryClient();
  // Replaced when somebody else changes the settings meanwhile.
  const [base, setBase] = useState(stored);
  const [toConfirm, setToConfirm] = useState<Values | null>(null);
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: stored.values as DefaultValues<Values>,
  });
  const newerValues = useNewerValues(form, fields, m.problem_installation_settings_changed_meanwhile());

  const saving = useOnlineMutation({
    mutationFn: (values: Values) => saveSettings(part, base, values),
    onSuccess: ({ stored: newest, isSaved }) => {
      if (isSaved) {
        form.reset(newest.values);
        newerValues.clear();
        // A new name or currency builds the page anew, and this form with it.
        queryClient.setQueryData(settingsKey(part), newest);
        toast.success(texts.saved);
        for (const queryKey of [...dependents, ['audit-entries']]) void queryClient.invalidateQueries({ queryKey });
      } else {
        newerValues.merge(base.values, newest.values);
      }
      setBase(newest);
    },
    onError(error) {
      toastError(toErrorMessage(error));
      const field = error instanceof Problem ? fieldsOfProblems[error.key] : undefined;
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
        title={texts.title}
        note={texts.note}
        notice={newerValues.notice}
        saveLabel={texts.save}
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
