import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { Modal } from '../../../ui/modal.tsx';

type AnotherPersonDialogProps = {
  /** The address of the person who is signed in. */
  current: string;
  /** The address of the account that the link signs in. */
  offered: string;
  onStay: () => void;
  onSwitch: () => void;
};

/** Asks a person who followed a link of another account which of the two they want to use. */
export function AnotherPersonDialog({ current, offered, onStay, onSwitch }: AnotherPersonDialogProps) {
  return (
    <Modal
      open
      onClose={onStay}
      title={m.another_person_title()}
      description={m.another_person_text({ current, offered })}
    >
      <DialogActions>
        <Button onClick={onStay}>{m.another_person_stay({ current })}</Button>
        <Button variant="secondary" onClick={onSwitch}>
          {m.another_person_switch({ offered })}
        </Button>
      </DialogActions>
    </Modal>
  );
}
