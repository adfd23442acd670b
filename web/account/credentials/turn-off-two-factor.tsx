import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { removeFactors } from './factors.ts';

export function TurnOffTwoFactor({ onChanged }: { onChanged: () => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false);

  const turnOff = async (code: string) => {
    await removeFactors(code);
    toast.success(m.two_factor_off());
    setIsOpen(false);
    await onChanged();
  };

  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {m.two_factor_turn_off()}
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.two_factor_turn_off_title()}
        description={m.two_factor_turn_off_intro()}
      >
        <FactorCodeForm submitLabel={m.two_factor_turn_off()} variant="danger" onCode={turnOff}>
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            {m.two_factor_keep_on()}
          </Button>
        </FactorCodeForm>
      </Modal>
    </>
  );
}
