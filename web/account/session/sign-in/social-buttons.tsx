import { useState } from 'react';
import { useLocation } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatAuthError } from '../../../data/auth-message.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { logInWith } from '../auth/data.ts';
import { PROVIDER_NAMES, type Provider } from '../auth/providers.ts';
import { storeReturnLocation } from '../return-location.ts';
import { ProviderMark } from './provider-mark.tsx';

export function SocialButtons({ providers }: { providers: readonly Provider[] }) {
  const [redirectingTo, setRedirectingTo] = useState<Provider | null>(null);
  const { state } = useLocation();

  const redirect = async (provider: Provider) => {
    setRedirectingTo(provider);
    storeReturnLocation(state);
    try {
      await logInWith(provider);
    } catch (error) {
      toast.error(m.sign_in_failed({ message: formatAuthError(error) }));
    } finally {
      setRedirectingTo(null);
    }
  };

  return (
    <div className="flex flex-wrap gap-3">
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          aria-label={m.sign_in_with({ provider: PROVIDER_NAMES[provider] })}
          disabled={redirectingTo !== null}
          onClick={() => redirect(provider)}
          className={buttonClass('secondary', 'flex-[1_1_5rem] flex-col gap-1 py-2.5 text-sm')}
        >
          <ProviderMark provider={provider} />
          {PROVIDER_NAMES[provider]}
        </button>
      ))}
    </div>
  );
}
