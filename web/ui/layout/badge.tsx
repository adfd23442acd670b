import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const TONES = {
  positive: 'bg-positive-wash text-positive',
  danger: 'bg-danger-wash text-danger',
  neutral: 'bg-canvas text-muted',
  brand: 'bg-brand-wash text-brand-ink',
} as const;

export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span className={clsx('inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-semibold', TONES[tone])}>
      {children}
    </span>
  );
}
