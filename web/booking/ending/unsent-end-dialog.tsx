import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Modal } from '../../ui/modal.tsx';
import { EndingNotes } from './ending-note.tsx';

type UnsentEndDialogProps = {
  open: boolean;
  onSignOut: () => void;
  onClose: () => void;
};

/** Warns a person who signs out before the server has an end: it is sent by the person's own session only. */
export function UnsentEndDialog({ open, onSignOut, onClose }: UnsentEndDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={m.unsent_end_title()} description={m.unsent_end_text()}>
      <EndingNotes />
      <DialogActions>
        <Button onClick={onClose}>{m.auto_logout_stay()}</Button>
        <Button variant="danger" onClick={onSignOut}>
          {m.unsent_end_sign_out()}
        </Button>
      </DialogActions>
    </Modal>
  );
}
