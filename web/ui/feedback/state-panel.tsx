import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { buttonClass } from '../form/button.tsx';
import { SupportLinks } from '../layout/support-links.tsx';

type StatePanelProps = {
  icon: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** Where to go on, as a button. */
  link?: Pick<LinkProps, 'to' | 'state'> & { label: string };
  /** For errors: screen readers announce it at once. */
  urgent?: boolean;
  /** Whether the numbers of the operator follow. */
  offersSupport?: boolean;
};

/** Replaces the content of a screen or list that is empty, failed or offline. */
export function StatePanel({
  icon: Icon,
  title,
  text,
  action,
  link,
  urgent = false,
  offersSupport = false,
}: StatePanelProps) {
  return (
    <div role={urgent ? 'alert' : 'status'} className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <span className="flex size-16 items-center justify-center rounded-full bg-brand-wash text-brand-ink">
        <Icon aria-hidden="true" className="size-8" />
      </span>
      <p className="text-lg font-semibold text-balance">{title}</p>
      {text ? <p className="text-muted max-w-xs text-balance">{text}</p> : null}
      {action}
      {link ? (
        <Link to={link.to} state={link.state} className={buttonClass()}>
          {link.label}
        </Link>
      ) : null}
      {offersSupport ? <SupportLinks className="max-w-xs" /> : null}
    </div>
  );
}
