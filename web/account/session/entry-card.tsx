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
import { logInWith, PROVIDER_NAMES, PROVIDERS, type Provider } from './session.ts';

/** These screens have no navigation at their bottom. The room below the card is as high as a toast, so that no link is hidden. */
const TOAST_GAP_PX = 16;

type EntryCardProps = { title: string; intro: string; children: ReactNode };

export function EntryCard({ title, intro, children }: EntryCardProps) {
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

const MARKS = {
  google: (
    <>
      <path
        fill="#4285f4"
        d="M22.500 12.250c0-.780-.070-1.530-.200-2.250H12v4.260h5.890a5.030 5.030 0 0 1-2.190 3.310v2.760h3.550c2.080-1.920 3.250-4.740 3.250-8.080Z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.970 0 5.460-.980 7.250-2.670l-3.550-2.760c-.980.660-2.230 1.050-3.700 1.050-2.840 0-5.260-1.920-6.120-4.510H2.220v2.840A11 11 0 0 0 12 23Z"
      />
      <path fill="#fbbc05" d="M5.880 14.110a6.590 6.590 0 0 1 0-4.220V7.050H2.220a11 11 0 0 0 0 9.900l3.660-2.840Z" />
      <path
        fill="#ea4335"
        d="M12 5.380c1.620 0 3.060.560 4.210 1.640l3.150-3.150A10.960 10.960 0 0 0 2.220 7.050l3.660 2.840C6.740 7.300 9.160 5.380 12 5.380Z"
      />
    </>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M16.900 12.600c0-2.500 2-3.700 2.100-3.800-1.200-1.700-3-1.900-3.600-2-1.500-.100-3 .900-3.800.900s-2-.900-3.200-.800c-1.700 0-3.200 1-4.100 2.400-1.700 3-.400 7.500 1.300 9.900.800 1.200 1.800 2.500 3.100 2.500 1.200-.100 1.700-.800 3.200-.800s1.900.800 3.200.800c1.300 0 2.200-1.200 3-2.400 1-1.400 1.300-2.700 1.400-2.800-.100 0-2.600-1-2.600-3.900ZM14.500 5.300c.700-.800 1.100-1.900 1-3-.900 0-2.100.600-2.800 1.400-.600.700-1.100 1.800-1 2.900 1.100.100 2.100-.500 2.800-1.300Z"
    />
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="11" fill="#0866ff" />
      <path
        fill="#ffffff"
        d="M15.300 14.900l.500-3.200h-3.100V9.600c0-.900.400-1.700 1.800-1.700h1.400V5.200s-1.300-.200-2.500-.200c-2.500 0-4.100 1.500-4.100 4.300v2.400H6.500v3.200h2.800v8a11 11 0 0 0 3.400 0v-8h2.600Z"
      />
    </>
  ),
} as const;

export function AuthCard({ title, intro, other, children }: AuthCardProps) {
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

function SocialButtons({ providers }: { providers: readonly Provider[] }) {
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
          aria-label={m.sign_in_with({ provider: PROVIDER_NAMES[provider] })}
          disabled={isPending}
          onClick={() => mutate(provider)}
          className={buttonClass('secondary', 'flex-[1_1_5rem] flex-col gap-1 py-2.5 text-sm')}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
            {MARKS[provider]}
          </svg>
          {PROVIDER_NAMES[provider]}
        </button>
      ))}
    </div>
  );
}
