import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { toast } from 'sonner';
import { authMessageOf } from '../data/auth-message.ts';
import { copyText } from '../platform/copy-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { CodeForm } from './code-form.tsx';
import { type FactorSetup, showCode, startFactor } from './factors.ts';
import { LostPhoneNote } from './lost-phone-note.tsx';

/** Turns the second factor on: shows what to set the app up with, and wants a code of it as proof. */
export function TurnOnTwoFactor({ onChanged }: { onChanged: () => Promise<void> }) {
  const setup = useMutation({
    networkMode: 'always',
    mutationFn: startFactor,
    onError: (error) => {
      const message = authMessageOf(error);
      toast.error(message, { id: message });
    },
  });

  const prove = async (factorId: string, code: string) => {
    await showCode(factorId, code);
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
        onOpenChange={(isOpen) => {
          if (!isOpen) setup.reset();
        }}
        title="Turn on two-factor authentication"
        description="Scan the picture with an authenticator app, then enter the code that it shows."
      >
        {setup.data ? (
          <>
            <Keys {...setup.data} />
            <LostPhoneNote />
            <CodeForm submitLabel="Turn on" onCode={(code) => prove(setup.data.factorId, code)}>
              <Button variant="secondary" onClick={() => setup.reset()}>
                Not now
              </Button>
            </CodeForm>
          </>
        ) : null}
      </Modal>
    </>
  );
}

/** Groups of four are easier to type. */
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
