import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type To, useNavigate } from 'react-router';

const BASE =
  'inline-flex select-none items-center justify-center gap-2 rounded-control font-semibold transition-colors disabled:cursor-not-allowed';

const SIZES = {
  normal: 'min-h-12 px-5 py-2 text-base',
  /** For tables and toolbars: the smallest size for a finger. */
  small: 'min-h-11 px-4 py-2 text-sm',
} as const;

const VARIANTS = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover disabled:bg-line disabled:text-muted',
  secondary: 'border border-field-line bg-surface text-ink hover:bg-brand-wash disabled:text-muted disabled:opacity-60',
  quiet: 'text-brand-ink hover:bg-brand-wash disabled:text-muted',
  danger: 'bg-danger-wash text-danger hover:brightness-95 disabled:opacity-60',
  /** For coloured backgrounds, in the colour of the text around it. */
  outline: 'border-2 border-current text-current hover:bg-black/10',
  dark: 'bg-[#1f1206] text-white hover:bg-[#38240f]',
} as const;

export type ButtonVariant = keyof typeof VARIANTS;

/** The classes of a button, for links that look like one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  className?: string,
  size: keyof typeof SIZES = 'normal',
): string {
  return clsx(BASE, SIZES[size], VARIANTS[variant], className);
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: keyof typeof SIZES;
  /** Stands before the text. */
  icon?: LucideIcon | undefined;
};

/** A button that submits nothing unless its `type` is `submit`. */
export function Button({
  variant = 'primary',
  size = 'normal',
  icon: Icon,
  className,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button type={type} className={buttonClass(variant, className, size)} {...rest}>
      {Icon ? <Icon aria-hidden="true" className={clsx('shrink-0', size === 'small' ? 'size-4' : 'size-5')} /> : null}
      {children}
    </button>
  );
}

export function NavigateButton({ to, ...rest }: Omit<ButtonProps, 'onClick'> & { to: To }) {
  const navigate = useNavigate();
  return <Button onClick={() => void navigate(to)} {...rest} />;
}
