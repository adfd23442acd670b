import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../form/button.tsx';
import { Modal } from './modal.tsx';

type DialogButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  label: ReactNode;
  title: string;
  description?: string;
  /** What the dialog holds, given what closes it. */
  children: (close: () => void) => ReactNode;
};

export function DialogButton({ label, title, description, children, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" size="small" {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal open={isOpen} onClose={close} title={title} {...(description ? { description } : {})}>
        {children(close)}
      </Modal>
    </>
  );
}
