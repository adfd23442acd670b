import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { toast } from 'sonner';
import { formatAuthError } from '../data/auth-message.ts';
import { copyText } from '../platform/copy-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { toastError } from '../ui/toast-error.ts';
import { FactorCodeForm } from './factor-code-form.tsx';
import { type FactorSetup, startFactor, verifyCode } from './factors.ts';

/** Turns the second factor on: shows the key for the authenticator app and asks for a first code. */
export function TurnOnTwoFactor({ onChanged }: { onChanged: () => Promise<void> }) {
  const setup = useMutation({
    networkMode: 'always',
    mutationFn: startFactor,
    onError: (error) => toastError(formatAuthError(error)),
  });

  const verify = async (factorId: string, code: string) => {
    await verifyCode(factorId, code);
    toast.success('Two-factor authentication is on');
    setup.reset();
    await onChanged();
  };

  return (
    <>
      <Button variant="secondary" size="small" disabled={setup.isPending} onClick={() => setup.mutate()}>
        {setup.isPending ? 'Loading...' : 'Turn on'}
      </Button>
      <Modal
        open={setup.data !== undefined}
        onClose={setup.reset}
        title="Turn on two-factor authentication"
        description="Scan the picture with an authenticator app, then enter the code that it shows."
      >
        {setup.data ? (
          <>
            <Keys {...setup.data} />
            <LostPhoneNote />
            <FactorCodeForm submitLabel="Turn on" onCode={(code) => verify(setup.data.factorId, code)}>
              <Button variant="secondary" onClick={() => setup.reset()}>
                Not now
              </Button>
            </FactorCodeForm>
          </>
        ) : null}
      </Modal>
    </>
  );
}

/** Splits the secret into groups of four, which are easier to type. */
const formatSecret = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');

function Keys({ qrCodeAddress, secret, uri }: FactorSetup) {
  const copy = async () => {
    if (await copyText(secret)) toast.success('Setup key copied');
    else toast.error('The setup key could not be copied. Please select it and copy it by hand.');
  };
  return (
    <div className="flex flex-col gap-3">
      <img
        src={qrCodeAddress}
        alt="QR code for your authenticator app"
        className="size-48 self-center rounded-control"
      />
      <a href={uri} className={buttonClass('quiet', 'self-center', 'small')}>
        Open my authenticator app
      </a>
      <div className="flex flex-col gap-1">
        <p id="setup-key" className="text-sm font-semibold">
          Or enter this setup key
        </p>
        <div className="flex items-center gap-2">
          <output aria-labelledby="setup-key" className="min-w-0 flex-1 select-all font-mono text-sm break-words">
            {formatSecret(secret)}
          </output>
          <Button variant="secondary" size="small" onClick={copy}>
            <Copy aria-hidden="true" className="size-4" />
            Copy
          </Button>
        </div>
      </div>
    </div>
  );
}

function LostPhoneNote() {
  return (
    <p className="rounded-control bg-brand-wash p-3 text-sm text-brand-ink">
      <strong>If you lose your phone:</strong> Parqueo has no spare codes. Write to the operator of Parqueo, who checks
      who you are and turns two-factor authentication off for you. Keep the setup key in a safe place and you can set up
      another phone yourself.
    </p>
  );
}
