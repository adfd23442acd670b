import { useState } from 'react';
import { toast } from 'sonner';
import { connection } from '../../data/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SelectField } from '../../ui/select-field.tsx';
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
        toast.success('Your email address has been changed');
      } else {
        toast.success('Confirmed. Now enter the code from the email to your other address.');
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
        Enter code
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Confirm your new email"
        description={
          asksBoth
            ? 'Follow the link in each of the two emails, or enter its code here.'
            : `We sent a code to ${newEmail}.`
        }
      >
        <MailedCodeForm
          // The code of the other email starts empty.
          key={String(isHalfConfirmed)}
          onCode={enter}
          fields={
            asksBoth ? (
              <SelectField
                label="Code from the email to"
                value={mailbox}
                onChange={(event) => setMailbox(event.target.value)}
                options={[newEmail, email].map((address) => ({ value: address, label: address }))}
              />
            ) : null
          }
        >
          <Button variant="secondary" onClick={() => setIsOpen(false)}>
            Not now
          </Button>
        </MailedCodeForm>
      </Modal>
    </>
  );
}
