import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { connection } from '../../../data/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { confirmEmailChange } from '../auth/data.ts';
import { MailedCodeForm } from './mailed-code-form.tsx';

type ConfirmEmailChangeProps = {
  email: string;
  newEmail: string;
  /** Called whenever the change may be complete. */
  onProgress: () => void;
};

/** Takes the codes of the mails that confirm a change of address. */
export function ConfirmEmailChange({ email, newEmail, onProgress }: ConfirmEmailChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [mailbox, setMailbox] = useState(newEmail);
  const [isHalfConfirmed, setIsHalfConfirmed] = useState(false);
  const asksBoth = connection().config.doubleConfirmChanges !== false;

  const enter = async (code: string) => {
    try {
      if (await confirmEmailChange(mailbox, code)) {
        toast.success(m.email_change_changed());
      } else {
        toast.success(m.email_change_half_confirmed_code());
        setMailbox(mailbox === email ? newEmail : email);
        setIsHalfConfirmed(true);
      }
    } finally {
      // A link that was followed may have completed the change, so that its code is not right any more.
      onProgress();
    }
  };

  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {m.email_change_enter_code()}
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.email_change_title()}
        description={asksBoth ? m.email_change_intro_both() : m.email_change_intro({ newEmail })}
      >
        <MailedCodeForm
          // The code of the other email starts empty.
          key={String(isHalfConfirmed)}
          onCode={enter}
          fields={
            asksBoth ? (
              <SelectField
                label={m.email_change_code_for()}
                value={mailbox}
                onChange={(event) => setMailbox(event.target.value)}
                options={[newEmail, email].map((address) => ({ value: address, label: address }))}
              />
            ) : null
          }
        >
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            {m.action_not_now()}
          </Button>
        </MailedCodeForm>
      </Modal>
    </>
  );
}
