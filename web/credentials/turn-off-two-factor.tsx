import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { removeFactors } from './factors.ts';

export function TurnOffTwoFactor({ onChanged }: { onChanged: () => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false);

  const turnOff = async (code: string) => {
    await removeFactors(code);
    toast.success('Two-factor authentication is off');
    setIsOpen(false);
    await onChanged();
  };

  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Turn off
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Turn off two-factor authentication?"
        description="Your password alone will then be enough to sign in. Enter a fresh code of your authenticator app to go on."
      >
        <FactorCodeForm submitLabel="Turn off" variant="danger" onCode={turnOff}>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            Keep it on
          </Button>
        </FactorCodeForm>
      </Modal>
    </>
  );
}
