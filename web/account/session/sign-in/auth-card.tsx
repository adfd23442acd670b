import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { m } from '#messages';
import { useSignInRules } from '../../../data/sign-in/sign-in-rules.ts';
import { PROVIDERS } from '../auth/providers.ts';
import { RedirectSignedIn } from '../redirect-signed-in.tsx';
import { EntryCard } from './entry-card.tsx';
import { SocialButtons } from './social-buttons.tsx';

type AuthCardProps = {
  title: string;
  intro: string;
  /** The link to the other of the two screens. */
  other: { to: string; text: string } | null;
  children: ReactNode;
};

/** The frame that signing up and logging in share, for visitors only. */
export function AuthCard({ title, intro, other, children }: AuthCardProps) {
  const { state } = useLocation();
  const { data: rules, isLoading } = useSignInRules();
  const providers = isLoading ? [] : PROVIDERS.filter((provider) => rules?.providers[provider] ?? true);
  return (
    <RedirectSignedIn>
      <EntryCard title={title} intro={intro}>
        {children}
        {providers.length === 0 ? null : (
          <>
            <div className="flex items-center gap-3 text-sm text-muted">
              <span aria-hidden="true" className="h-px flex-1 bg-line" />
              {m.sign_in_or_with()}
              <span aria-hidden="true" className="h-px flex-1 bg-line" />
            </div>
            <SocialButtons providers={providers} />
          </>
        )}
        {other === null ? null : (
          // The state holds where to go once signed in.
          <Link
            to={other.to}
            state={state}
            className="-my-2 inline-flex min-h-11 items-center self-center rounded-control px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
          >
            {other.text}
          </Link>
        )}
      </EntryCard>
    </RedirectSignedIn>
  );
}
