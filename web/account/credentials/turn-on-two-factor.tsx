import { Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { toastAuthError } from '../../data/auth-message.ts';
import { useHasOwnSignIn } from '../../data/sign-in-rules.ts';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { MarkedText } from '../../ui/layout/marked-text.tsx';
import { QrCode } from '../../ui/layout/qr-code.tsx';
import { copyText } from '../../ui/platform/copy-text.ts';
import { FactorCodeForm } from '../session/code-forms.tsx';
import { createRecoveryCodes, type FactorSetup, startFactor, verifyCode } from './credentials.ts';
import { useProof } from './proof.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

export function TurnOnTwoFactor({ isOn, onChanged }: { isOn: boolean; onChanged: () => Promise<unknown> }) {
  const proof = useProof();
  const hasRecoveryCodes = useHasOwnSignIn();
  const [codes, setCodes] = useState<string[] | null>(null);
  const setup = useAction(() => proof.run(startFactor), {
    onError: toastAuthError,
  });

  const verify = async (factorId: string, code: string) => {
    // Null after a dialog that was closed: the factor is not on.
    if ((await proof.run(() => verifyCode(factorId, code))) === null) return;
    toast.success(m.two_factor_on());
    setup.reset();
    // The factor is on in any case, and the settings offer codes too.
    if (hasRecoveryCodes) await createRecoveryCodes().then(setCodes, toastAuthError);
    await onChanged();
  };

  return (
    <>
      {isOn ? null : (
        <Button variant="secondary" size="small" disabled={setup.isPending} onClick={() => setup.mutate()}>
          {setup.isPending ? m.status_loading() : m.two_factor_turn_on()}
        </Button>
      )}
      <Modal
        open={Boolean(setup.data)}
        onClose={setup.reset}
        title={m.two_factor_turn_on_title()}
        description={m.two_factor_turn_on_intro()}
      >
        {setup.data ? <VerifySetup {...setup.data} onVerify={verify} onClose={setup.reset} /> : null}
      </Modal>
      {proof.dialog}
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

type VerifySetupProps = FactorSetup & {
  onVerify: (factorId: string, code: string) => Promise<void>;
  onClose: () => void;
};

function VerifySetup({ onVerify, onClose, ...setup }: VerifySetupProps) {
  return (
    <>
      <Keys {...setup} />
      <LostPhoneNote />
      <FactorCodeForm submitLabel={m.two_factor_turn_on()} onCode={(code) => onVerify(setup.factorId, code)}>
        <Button variant="secondary" onClick={onClose}>
          {m.action_not_now()}
        </Button>
      </FactorCodeForm>
    </>
  );
}

/** Splits the secret into groups of four, which are easier to type. */
const formatSecret = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');

function Keys({ secret, uri }: FactorSetup) {
  const copy = () => copyText(secret, m.two_factor_copied(), m.two_factor_not_copied());
  return (
    <div className="flex flex-col gap-3">
      <QrCode text={uri} label={m.two_factor_qr_code()} className="size-48 self-center rounded-control" />
      <a href={uri} className={buttonClass('quiet', 'self-center', 'small')}>
        {m.two_factor_open_app()}
      </a>
      <div className="flex flex-col gap-1">
        <p id="setup-key" className="text-sm font-semibold">
          {m.two_factor_setup_key()}
        </p>
        <div className="flex items-center gap-2">
          <output aria-labelledby="setup-key" className="min-w-0 flex-1 select-all font-mono text-sm break-words">
            {formatSecret(secret)}
          </output>
          <Button icon={Copy} variant="secondary" size="small" onClick={copy}>
            {m.two_factor_copy()}
          </Button>
        </div>
      </div>
    </div>
  );
}

function LostPhoneNote() {
  return (
    <p className="rounded-control bg-brand-wash p-3 text-sm text-brand-ink">
      <MarkedText
        text={m.two_factor_lost_phone({
          kind: useHasOwnSignIn() ? 'codes' : 'operator',
          app: getInstallation().appName,
        })}
        renderStrong={(words) => <strong>{words}</strong>}
      />
    </p>
  );
}
