import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';

type ChoiceCardProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string;
  detail?: string;
  icon: LucideIcon;
  /** Puts the icon above the text, for narrow columns. */
  stacked?: boolean;
};

/** A radio button as a card. Cards of a group share their `name`. */
export function ChoiceCard({ label, detail, icon: Icon, stacked = false, className, lang, ...input }: ChoiceCardProps) {
  return (
    <label
      lang={lang}
      className={clsx(
        'relative flex min-h-14 cursor-pointer items-center gap-3 rounded-card border border-line bg-surface p-3 transition-colors',
        'hover:border-field-line has-checked:border-brand-ink has-checked:bg-brand-wash has-checked:ring-1 has-checked:ring-brand-ink',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-ink',
        stacked && 'flex-col justify-center gap-1.5 text-center',
        className,
      )}
    >
      <input
        type="radio"
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-card"
        {...input}
      />
      <Icon aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
      <span className="flex min-w-0 flex-col wrap-anywhere">
        <span className={clsx('font-semibold', stacked && 'text-sm')}>{label}</span>
        {detail ? <span className="text-sm text-muted">{detail}</span> : null}
      </span>
    </label>
  );
}
