import { Info, Save } from 'lucide-react';
import type { FormEventHandler, ReactNode } from 'react';
import { m } from '#messages';
import { Button } from '../ui/button.tsx';

type SettingsFormProps = {
  title: string;
  saveLabel: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** The cards of a settings form, with a save button and a note that saving does nothing yet. */
export function SettingsForm({ title, saveLabel, onSubmit, children }: SettingsFormProps) {
  return (
    <form noValidate aria-label={title} onSubmit={onSubmit} className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        <p className="text-muted mt-1 flex items-start gap-2 text-sm">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {m.settings_without_backend()}
        </p>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">{children}</div>
      <Button type="submit" className="self-stretch sm:self-end">
        <Save aria-hidden="true" className="size-5" />
        {saveLabel}
      </Button>
    </form>
  );
}
