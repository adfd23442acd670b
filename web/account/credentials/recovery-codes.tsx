import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { toastAuthError } from '../../data/auth-message.ts';
import { useHasOwnSignIn } from '../../data/sign-in-rules.ts';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { copyText } from '../../ui/platform/copy-text.ts';
import { saveFile } from '../../ui/platform/save-file.ts';
import { accountKeys } from '../keys.ts';
import { createRecoveryCodes, loadRecoveryCodesLeft } from './credentials.ts';
import { useProof } from './proof.tsx';

/** The settings ask for new codes once no more than these are left. */
const FEW_CODES = 3;

/** How many recovery codes are left; undefined while that is not known, and where the service has none. */
export function useRecoveryCodesLeft(userId: string, isOn: boolean) {
  const hasOwnSignIn = useHasOwnSignIn();
  const queryKey = accountKeys.recoveryCodes(userId);
  const { data } = useQuery({ queryKey, queryFn: loadRecoveryCodesLeft, enabled: isOn && hasOwnSignIn });
  return isOn && hasOwnSignIn ? data : undefined;
}

export function describeRecoveryCodesLeft(left: number): string {
  return left <= FEW_CODES ? m.recovery_codes_few({ left }) : m.recovery_codes_left({ left });
}

/** Asks before the codes there are stop working, and shows ten new ones. */
export function NewRecoveryCodes() {
  const [isAsking, setIsAsking] = useState(false);
  const proof = useProof();
  const creation = useAction(() => proof.run(createRecoveryCodes), {
    invalidates: [accountKeys.recoveryCodes()],
    onError: toastAuthError,
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
        {m.recovery_codes_new()}
      </Button>
      {isAsking ? (
        <QuestionDialog
          title={m.recovery_codes_new_title()}
          text={m.recovery_codes_new_text()}
          label={m.recovery_codes_new()}
          pendingLabel={m.status_loading()}
          isPending={creation.isPending}
          onConfirm={() => creation.mutate()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
      {proof.dialog}
      {creation.data ? <RecoveryCodesDialog codes={creation.data} onClose={creation.reset} /> : null}
    </>
  );
}

const formatCode = (code: string) => code.replace(/^.{5}/, '$&-');

/** Shows codes once: only its own button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const titleId = useId();
  const text = codes.map(formatCode).join('\n');
  const copy = () => copyText(text, m.recovery_codes_copied(), m.recovery_codes_not_copied());
  const download = () => {
    const { appName: app } = getInstallation();
    saveFile(`${m.recovery_codes_file()}.txt`, [`${m.recovery_codes_file_head({ app })}\n\n${text}\n`], 'text/plain');
  };
  return (
    <Modal
      open
      isClosable={false}
      onClose={onClose}
      title={m.recovery_codes_title()}
      description={m.recovery_codes_text()}
    >
      <p id={titleId} className="sr-only">
        {m.recovery_codes_title()}
      </p>
      <ul
        aria-labelledby={titleId}
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-canvas p-4 text-center font-mono text-[min(1rem,4.2vw)] select-all"
      >
        {codes.map((code) => (
          <li key={code}>{formatCode(code)}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button icon={Copy} variant="secondary" size="small" className="flex-1" onClick={copy}>
          {m.two_factor_copy()}
        </Button>
        <Button icon={Download} variant="secondary" size="small" className="flex-1" onClick={download}>
          {m.recovery_codes_download()}
        </Button>
      </div>
      <Button onClick={onClose}>{m.recovery_codes_saved()}</Button>
    </Modal>
  );
}
