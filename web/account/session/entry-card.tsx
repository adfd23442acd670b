import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatAuthError } from '../../data/auth-message.ts';
import { useSignInRules } from '../../data/sign-in-rules.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useToastClearance } from '../../ui/layout/action-bar.tsx';
import { Logo } from '../../ui/layout/logo.tsx';
import { RedirectSignedIn } from './guards.tsx';
import { storeReturnLocation } from './return-location.ts';
import { logInWith, SOCIAL_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from './session.ts';

/** These screens have no navigation at their bottom. The room below the card is as high as a toast, so that no link is hidden. */
const TOAST_GAP_PX = 16;

export function EntryCard({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  useToastClearance(TOAST_GAP_PX);
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-4 pt-8 pb-24 short:pt-4">
      <div className="flex flex-col gap-6 sm:rounded-3xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-float">
        <header className="flex flex-col items-center gap-2 text-center">
          <span className="mb-2 flex size-18 short:hidden items-center justify-center rounded-3xl bg-brand">
            <Logo className="h-12" />
          </span>
          <h1 className="text-3xl font-extrabold tracking-tight text-balance">{title}</h1>
          <p className="max-w-full text-balance wrap-break-word text-muted">{intro}</p>
        </header>
        {children}
      </div>
    </div>
  );
}

type AuthCardProps = {
  title: string;
  intro: string;
  other: { to: string; text: string } | null;
  children: ReactNode;
};

export function AuthCard({ title, intro, other, children }: AuthCardProps) {
  const { data: rules, isLoading } = useSignInRules();
  const providers = isLoading ? [] : SOCIAL_PROVIDERS.filter((provider) => rules?.providers[provider] ?? true);
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
        {other === null ? null : <EntryLink {...other} />}
      </EntryCard>
    </RedirectSignedIn>
  );
}

/** Another screen to go on with. The state holds where to go once signed in. */
export function EntryLink({ to, text }: { to: string; text: string }) {
  const { state } = useLocation();
  return (
    <Link
      to={to}
      state={state}
      className="-my-2 inline-flex min-h-11 items-center self-center rounded-control px-3 font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      {text}
    </Link>
  );
}

function SocialButtons({ providers }: { providers: readonly SocialProvider[] }) {
  const { state } = useLocation();
  const { mutate, isPending } = useAction(logInWith, {
    onMutate: () => storeReturnLocation(state),
    onError: (error) => toast.error(m.sign_in_failed({ message: formatAuthError(error) })),
  });
  return (
    <div className="flex flex-wrap gap-3">
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          aria-label={m.sign_in_with({ provider: SOCIAL_NAMES[provider] })}
          disabled={isPending}
          onClick={() => mutate(provider)}
          className={buttonClass('secondary', 'flex-[1_1_5rem] flex-col gap-1 py-2.5 text-sm')}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
            <use href={`/providers.svg#${provider}`} />
          </svg>
          {SOCIAL_NAMES[provider]}
        </button>
      ))}
    </div>
  );
}
