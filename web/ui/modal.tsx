import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** What has the focus afterwards, where that is not what had it before; null for that. */
  focusAfter?: () => HTMLElement | null;
  /** What is below the text: details, then the buttons. */
  children: ReactNode;
};

/** A dialog in the middle of the screen: focus stays in it and returns, Esc closes it. */
export function Modal({ open, onOpenChange, title, description, focusAfter, children }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          finalFocus={() => focusAfter?.() ?? true}
          className="bg-raised shadow-float fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[calc(100vw-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-y-auto rounded-card p-6 transition data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
        >
          <Dialog.Title className="text-xl font-bold">{title}</Dialog.Title>
          {description ? <Dialog.Description className="text-muted">{description}</Dialog.Description> : null}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
