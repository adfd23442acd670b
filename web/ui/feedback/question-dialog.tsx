import type { FormEvent, ReactNode } from 'react';
import { DialogButtons, type DialogButtonsProps } from './dialog-actions.tsx';
import { DialogButton, type DialogButtonProps } from './dialog-button.tsx';
import { ErrorNote } from './error-note.tsx';
import { Modal, type ModalSize } from './modal.tsx';

type QuestionDialogProps = Omit<DialogButtonsProps, 'onConfirm' | 'onCancel' | 'children'> & {
  title: string;
  text?: string;
  /** Why the last try failed, where no toast says it. */
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  /** Goes a step back instead of closing it. */
  onCancel?: () => void;
  size?: ModalSize;
  /** Fields, or what else there is to read, between the text and the buttons. */
  children?: ReactNode;
};

/** Asks before something is done; while it is done the dialog stays open. Enter in one of its fields confirms too. */
export function QuestionDialog({
  title,
  text,
  error = null,
  onConfirm,
  onClose,
  onCancel = onClose,
  size = 'small',
  children,
  ...buttons
}: QuestionDialogProps) {
  const { isPending = false } = buttons;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    // React would hand the event on to the form in which the dialog stands.
    event.stopPropagation();
    if (!isPending) onConfirm();
  };
  return (
    <Modal
      open
      size={size}
      isClosable={!isPending}
      onClose={onClose}
      title={title}
      {...(text ? { description: text } : {})}
    >
      <form noValidate onSubmit={confirm} aria-busy={isPending} className="flex flex-col gap-4">
        {children}
        <DialogButtons {...buttons} onCancel={onCancel}>
          {error && !isPending ? <ErrorNote error={error} /> : null}
        </DialogButtons>
      </form>
    </Modal>
  );
}

type AskButtonProps = Omit<DialogButtonProps, 'children' | 'title'> & {
  question: Omit<QuestionDialogProps, 'onConfirm' | 'onClose'>;
  /** Given what closes the question. */
  onYes: (close: () => void) => void;
};

/** A button that asks first. */
export const AskButton = ({ question, onYes, ...button }: AskButtonProps) => (
  <DialogButton {...button}>
    {(close) => <QuestionDialog {...question} onConfirm={() => onYes(close)} onClose={close} />}
  </DialogButton>
);
