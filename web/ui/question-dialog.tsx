import type { ReactNode } from 'react';
import { toErrorMessage } from '../../domain/problems.ts';
import { DialogButtons, type DialogButtonsProps } from './dialog-actions.tsx';
import { ErrorNote } from './error-note.tsx';
import { Modal } from './modal.tsx';

type QuestionDialogProps = Omit<DialogButtonsProps, 'onCancel' | 'onConfirm'> & {
  title: string;
  text?: string;
  /** Why the last try failed, where no toast says it. */
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  /** Between the text and the buttons. */
  children?: ReactNode;
};

/** Asks before something is done; while it is done the dialog stays open. */
export function QuestionDialog({ title, text, error = null, onClose, children, ...buttons }: QuestionDialogProps) {
  const { isPending = false } = buttons;
  return (
    <Modal open isClosable={!isPending} onClose={onClose} title={title} {...(text ? { description: text } : {})}>
      {children}
      {error && !isPending ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
      <DialogButtons {...buttons} onCancel={onClose} />
    </Modal>
  );
}
