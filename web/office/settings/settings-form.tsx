import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Info, type LucideIcon, Save } from 'lucide-react';
import { type FormEventHandler, type ReactNode, useId, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { useProof } from '../../account/credentials/proof.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { toastError } from '../../ui/feedback/use-problem-toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { listFields } from '../../ui/form/newer-values.ts';
import { useNewerValues } from '../../ui/form/newer-values-notice.tsx';
import { useUnsavedQuestion } from '../../ui/form/unsaved-question.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { officeKeys } from '../keys.ts';
import { loadSettings, type SettingsPart, type StoredSettings, saveSettings } from './installation-settings.ts';

type SettingsFormProps = {
  texts: { title: string; save: string };
  /** What to know before saving. */
  note: string;
  /** What has to be read before the cards. */
  notice?: ReactNode;
  isSaving?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** The cards of a settings form, with a save button. */
export function SettingsForm({ texts, note, notice, isSaving = false, onSubmit, children }: SettingsFormProps) {
  return (
    <form noValidate aria-label={texts.title} aria-busy={isSaving} onSubmit={onSubmit} className="flex flex-col gap-4">
      <SettingsHeading title={texts.title} note={note} />
      {notice}
      <div className="grid gap-4 lg:grid-cols-2">{children}</div>
      {/* In view as long as the form is, which is longer than a screen. */}
      <div className="bg-canvas sticky bottom-0 z-10 -mx-4 flex px-4 py-3 sm:justify-end">
        <Button type="submit" disabled={isSaving} className="shadow-float flex-1 sm:flex-none">
          <Save aria-hidden="true" className="size-5" />
          {isSaving ? m.action_saving() : texts.save}
        </Button>
      </div>
    </form>
  );
}

export function SettingsHeading({ title, note }: { title: string; note: string }) {
  return (
    <div>
      <h2 className="text-xl font-bold tracking-tight">{title}</h2>
      <p className="text-muted mt-1 flex items-start gap-2 text-sm">
        <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {note}
      </p>
    </div>
  );
}

type SettingsCardProps = { title: string; text: string; icon: LucideIcon; children: ReactNode };

export function SettingsCard({ title, text, icon: Icon, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} className="flex flex-col gap-4 p-5">
      <div className="flex items-start gap-3">
        <span className="bg-brand-wash text-brand-ink flex size-10 shrink-0 items-center justify-center rounded-full">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div>
          <h3 id={id} className="text-lg font-bold">
            {title}
          </h3>
          <p className="text-muted text-sm">{text}</p>
        </div>
      </div>
      {children}
    </Card>
  );
}

type SavedSettingsFormProps<Values extends FieldValues> = {
  part: SettingsPart<Values>;
  /** The cards. They find the form in its context. */
  children: ReactNode;
};

/** A form of settings that are obeyed. */
export function SavedSettingsForm<Values extends FieldValues>({ part, children }: SavedSettingsFormProps<Values>) {
  const { texts, failedText } = part;
  // Somebody may be typing; what is newer comes when they save, or when they come back.
  const query = useQuery({
    queryKey: officeKeys.settings(part.name),
    queryFn: () => loadSettings(part),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryState
      query={query}
      {...(failedText === undefined ? {} : { failedText })}
      loading={<SkeletonList label={texts.loading} shapes={['h-72', 'h-72', 'h-60', 'h-56']} className="gap-4" />}
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
  const newerValues = useNewerValues(
    form,
    listFields(part.columns),
    m.problem_installation_settings_changed_meanwhile(),
  );

  const unsaved = useUnsavedQuestion(form.formState.isDirty);
  const proof = useProof();
  const saving = useAction((values: Values) => proof.run(() => saveSettings(part, base, values)), {
    onSuccess: (result) => {
      if (result === null) return;
      const { stored: newest, isSaved } = result;
      if (isSaved) {
        form.reset(newest.values);
        newerValues.clear();
        // A new name or currency builds the page anew, and this form with it.
        queryClient.setQueryData(officeKeys.settings(part.name), newest);
        toast.success(texts.saved);
        for (const queryKey of [...part.dependents, officeKeys.audit()])
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
      {proof.dialog}
      {unsaved.question}
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
