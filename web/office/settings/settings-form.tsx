import { Info, type LucideIcon, Save } from 'lucide-react';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import { type FieldPath, type FieldValues, type RegisterOptions, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { NamedField } from '../../ui/newer-values.ts';
import { registerFields } from '../../ui/register-fields.ts';

/** Registers the fields of the settings form around it, each with its label. */
export function useSettingsFields<Values extends FieldValues>(fields: readonly NamedField<Values>[]) {
  const form = useFormContext<Values>();
  const register = registerFields(form);
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? '';
  const field = <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    label: labelOf(name),
    ...register(name, options),
  });
  return {
    form,
    field,
    /** An empty number is null. */
    number: (name: FieldPath<Values>) => field(name, { setValueAs: toOptionalNumber }),
    toggle: (name: FieldPath<Values>) => ({ label: labelOf(name), ...form.register(name) }),
  };
}

/** Also of a value that the form has set itself, which is a number already. */
const toOptionalNumber = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed));

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
      <Button type="submit" disabled={isSaving} className="self-stretch sm:self-end">
        <Save aria-hidden="true" className="size-5" />
        {isSaving ? m.action_saving() : texts.save}
      </Button>
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
