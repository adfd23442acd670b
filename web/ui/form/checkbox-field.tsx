import { clsx } from 'clsx';
import type { InputHTMLAttributes, ReactNode } from 'react';

type CheckboxFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string;
  icon?: ReactNode;
};

export function CheckboxField({ label, icon, className, ...input }: CheckboxFieldProps) {
  return (
    <label className={clsx('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input type="checkbox" className="accent-brand-ink size-5 shrink-0" {...input} />
      {icon}
      {label}
    </label>
  );
}
