import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

export function ChangePassword({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Change password
      </Button>
      <Modal open={isOpen} onClose={() => setIsOpen(false)} title="Change your password">
        <NewPasswordForm email={email} submitLabel="Save password" onChanged={() => setIsOpen(false)} />
        <Button variant="secondary" onClick={() => setIsOpen(false)}>
          Keep the old one
        </Button>
      </Modal>
    </>
  );
}
