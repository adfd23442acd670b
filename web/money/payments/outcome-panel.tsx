import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  positive: 'bg-positive-wash text-positive',
  danger: 'bg-danger-wash text-danger',
  brand: 'bg-brand-wash text-brand-ink',
} as const;

type OutcomePanelProps = {
  icon: LucideIcon;
  tone: keyof typeof TONES;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
};

/** What became of a payment, said at once to screen readers too. */
export function OutcomePanel({ icon: Icon, tone, title, text, children }: OutcomePanelProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-2 pt-6 text-center">
      <span className={clsx('flex size-16 items-center justify-center rounded-full', TONES[tone])}>
        <Icon aria-hidden="true" className="size-8" />
      </span>
      <div role="status" className="flex flex-col items-center gap-2">
        <p className="text-xl font-bold text-balance">{title}</p>
        {text ? <p className="max-w-sm text-balance text-muted">{text}</p> : null}
      </div>
      {children}
    </div>
  );
}
