import { createContext, type ReactNode, use, useState } from 'react';
import { Button, type ButtonProps } from '../form/button.tsx';
import { Modal } from './modal.tsx';

/** Whether the person may not change what the screen shows. Then no dialog is offered that changes it. */
export const IsReadOnly = createContext(false);

export type DialogButtonProps = Omit<ButtonProps, 'title' | 'children' | 'onClick'> & {
  label: ReactNode;
  /** The title of a dialog that holds the children; without it they are a dialog of their own. */
  title?: string;
  description?: string;
  /** Whether the dialog is open when the screen is. */
  startsOpen?: boolean;
  /** Given what closes the dialog. */
  children: (close: () => void) => ReactNode;
};

/** A button and the dialog that it opens. */
export function DialogButton({
  label,
  title,
  description,
  startsOpen = false,
  children,
  ...button
}: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const close = () => setIsOpen(false);
  if (use(IsReadOnly)) return null;
  return (
    <>
      <Button variant="secondary" size="small" {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {title === undefined ? (
        isOpen && children(close)
      ) : (
        <Modal open={isOpen} onClose={close} title={title} {...(description ? { description } : {})}>
          {children(close)}
        </Modal>
      )}
    </>
  );
}
