import type { KeyboardEvent, ReactNode } from 'react';

type InnerFormProps = { label: string; isBusy: boolean; onSubmit: () => void; children: ReactNode };

/** Fields that are sent by themselves inside another form, where HTML allows no form element: Enter sends them alone. */
export function InnerForm({ label, isBusy, onSubmit, children }: InnerFormProps) {
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Enter would send the outer form too.
    event.preventDefault();
    onSubmit();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce its legend with each field
    <div
      role="group"
      aria-label={label}
      aria-busy={isBusy}
      onKeyDown={submitOnEnter}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      {children}
    </div>
  );
}
