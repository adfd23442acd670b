import { useState } from 'react';
import { toast } from 'sonner';
import { authMessageOf } from '../../data/auth-message.ts';
import { buttonClass } from '../../ui/button.tsx';
import { logInWith } from '../data.ts';
import { ProviderMark } from './provider-mark.tsx';
import { PROVIDER_NAMES, PROVIDERS, type Provider } from './providers.ts';

/** The three social providers. A click leaves the product; the provider sends the person back to the map. */
export function SocialButtons() {
  const [leavingTo, setLeavingTo] = useState<Provider | null>(null);

  const leave = async (provider: Provider) => {
    setLeavingTo(provider);
    try {
      await logInWith(provider);
    } catch (error) {
      toast.error(`Authentication failed: ${authMessageOf(error)}`);
    } finally {
      setLeavingTo(null);
    }
  };

  return (
    <div className="grid grid-cols-3 gap-3">
      {PROVIDERS.map((provider) => (
        <button
          key={provider}
          type="button"
          aria-label={`Continue with ${PROVIDER_NAMES[provider]}`}
          disabled={leavingTo !== null}
          onClick={() => leave(provider)}
          className={buttonClass('secondary', 'flex-col gap-1 py-2.5 text-sm')}
        >
          <ProviderMark provider={provider} />
          {PROVIDER_NAMES[provider]}
        </button>
      ))}
    </div>
  );
}
