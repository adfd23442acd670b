import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import { SocialButtons } from './social-buttons.tsx';

type AuthCardProps = {
  title: string;
  intro: string;
  /** The way to the other of the two screens. */
  other: { to: string; text: string };
  /** The form, and what belongs right above or below it. */
  children: ReactNode;
};

/** The frame that signing up and logging in share. */
export function AuthCard({ title, intro, other, children }: AuthCardProps) {
  const { state } = useLocation();
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-4 py-8">
      <div className="flex flex-col gap-6 sm:rounded-3xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-float">
        <header className="flex flex-col items-center gap-2 text-center">
          <span className="mb-2 flex size-18 items-center justify-center rounded-3xl bg-brand">
            <Logo className="h-12" />
          </span>
          <h1 className="text-3xl font-extrabold tracking-tight">{title}</h1>
          <p className="text-muted">{intro}</p>
        </header>
        {children}
        <div className="flex items-center gap-3 text-sm text-muted">
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
          or continue with
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
        </div>
        <SocialButtons />
        {/* The state says where to go once signed in; it must survive a change of mind. */}
        <Link
          to={other.to}
          state={state}
          className="-my-2 inline-flex min-h-11 items-center self-center rounded-control px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          {other.text}
        </Link>
      </div>
    </div>
  );
}
