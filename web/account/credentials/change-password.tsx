import { useState } from 'react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

export function ChangePassword({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {m.change_password_open()}
      </Button>
      <Modal open={isOpen} onClose={() => setIsOpen(false)} title={m.change_password_title()}>
        <NewPasswordForm email={email} submitLabel={m.action_save_password()} onChanged={() => setIsOpen(false)} />
        <Button variant="secondary" onClick={() => setIsOpen(false)}>
          {m.credentials_keep_password()}
        </Button>
      </Modal>
    </>
  );
}
