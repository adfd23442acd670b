import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../form/button.tsx';
import { Modal } from './modal.tsx';

type DialogButtonProps = Omit<ButtonProps, 'title' | 'children' | 'onClick'> & {
  label: ReactNode;
  icon?: LucideIcon;
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
  icon: Icon,
  title,
  description,
  startsOpen = false,
  children,
  ...button
}: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" size="small" {...button} onClick={() => setIsOpen(true)}>
        {Icon ? <Icon aria-hidden="true" className={button.size === 'normal' ? 'size-5' : 'size-4'} /> : null}
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
