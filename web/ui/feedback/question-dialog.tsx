import type { FormEvent, ReactNode } from 'react';
import { type ActionOptions, useAction } from '../form/use-action.ts';
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
  question: Omit<QuestionDialogProps, 'onConfirm' | 'onClose' | 'isPending' | 'error'>;
  /** What is done after a yes; the question stays open until it is. */
  onYes: () => unknown;
  /** Absent where it sends nothing. */
  action?: Pick<ActionOptions<unknown, void>, 'done' | 'invalidates' | 'needsNetwork'>;
};

/** A button that asks first. */
export const AskButton = ({ question, onYes, action = { needsNetwork: false }, ...button }: AskButtonProps) => (
  <DialogButton {...button}>
    {(close) => <Asked question={question} onYes={onYes} action={action} onClose={close} />}
  </DialogButton>
);

type AskedProps = Required<Pick<AskButtonProps, 'question' | 'onYes' | 'action'>> & { onClose: () => void };

function Asked({ question, onYes, action, onClose }: AskedProps) {
  const { mutate, dialog } = useAction(async () => onYes(), { ...action, onClose });
  return <QuestionDialog {...question} {...dialog} onConfirm={mutate} />;
}
