import { isAuthError } from '@supabase/supabase-js';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { isProblem } from '../../../domain/problems.ts';
import { toastAuthError } from '../../data/auth-message.ts';
import { useHasOwnSignIn } from '../../data/sign-in-rules.ts';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Button } from '../../ui/form/button.tsx';
import { PasswordField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { CodeForm, MailedCodeForm } from '../session/code-forms.tsx';
import { useUser } from '../session/session-provider.tsx';
import { mailProofCode, type Proof, prove } from './credentials.ts';

type Proving = {
  /** Acts. Where a session alone is not enough, it asks for a proof and acts again; null when the person closes that dialog. */
  run: <Result>(act: () => Promise<Result>) => Promise<Result | null>;
  dialog: ReactNode;
};

const needsProof = (error: unknown): boolean =>
  isAuthError(error)
    ? error.code === 'reauthentication_needed'
    : error instanceof Error && isProblem(error, 'proof-needed');

export function useProof(): Proving {
  const [asked, setAsked] = useState<{ settle: (isProven: boolean) => void } | null>(null);
  const ask = () => new Promise<boolean>((settle) => setAsked({ settle }));
  const finish = (isProven: boolean) => {
    setAsked(null);
    asked?.settle(isProven);
  };
  return {
    async run(act) {
      try {
        return await act();
      } catch (error) {
        if (!needsProof(error)) throw error;
        return (await ask()) ? act() : null;
      }
    },
    dialog: asked ? <ProofDialog onProven={() => finish(true)} onClose={() => finish(false)} /> : null,
  };
}

function ProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const email = useUser()?.email ?? '';
  const person = { email, hasOwnSignIn: useHasOwnSignIn() };
  const [isMailed, setIsMailed] = useState(false);
  const give = async (proof: Proof) => {
    await prove(proof, person);
    onProven();
  };
  const mailing = useAction(() => mailProofCode(person), {
    onSuccess: () => {
      setIsMailed(true);
      toast.message(m.change_password_code_mailed());
    },
    onError: toastAuthError,
  });
  const cancel = (
    <Button variant="secondary" onClick={onClose}>
      {m.action_cancel()}
    </Button>
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={m.proof_title()}
      description={isMailed ? m.change_password_code_sent_to({ email }) : m.proof_intro()}
    >
      {isMailed ? (
        <MailedCodeForm startsFocused onCode={(code) => give({ code })}>
          {cancel}
        </MailedCodeForm>
      ) : (
        <CodeForm
          submitLabel={m.action_continue()}
          needs={{ pattern: /./, sentence: m.change_password_current_needed() }}
          wrong={{ codes: WRONG_PASSWORD, sentence: m.change_password_current_wrong() }}
          field={({ onChange, ...control }) => (
            <PasswordField
              label={m.change_password_current()}
              autoComplete="current-password"
              autoFocus
              onChange={({ target }) => onChange(target.value)}
              {...control}
            />
          )}
          onCode={(password) => give({ password })}
        >
          {cancel}
          <Button variant="quiet" disabled={mailing.isPending} onClick={() => mailing.mutate()}>
            {mailing.isPending ? m.status_loading() : m.proof_mail_code()}
          </Button>
        </CodeForm>
      )}
    </Modal>
  );
}

const WRONG_PASSWORD: readonly (string | undefined)[] = ['current_password_invalid', 'invalid_credentials'];
