import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { m } from '#messages';
import { ICON_BUTTON_CLASS } from '../form/icon-button.tsx';
import { useBackCloses } from '../platform/use-back-closes.ts';

const SIZES = {
  small: 'max-w-sm flat:max-w-lg p-6',
  medium: 'max-w-2xl p-6',
  large: 'max-w-3xl p-4 sm:p-6',
} as const;

export type ModalSize = keyof typeof SIZES;

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** The element to focus when it closes; null for the one that had the focus before. */
  focusAfter?: () => HTMLElement | null;
  /** A medium one holds a form with a list. A large one holds details, and has a close button. */
  size?: ModalSize;
  /** False while only its own buttons may close it. */
  isClosable?: boolean;
  children: ReactNode;
};

const FIELDS = ':is(input, select, textarea):enabled';

/** The first field of a dialog where it comes before links and buttons, else the dialog itself, so that Enter presses no button. */
function findFirstField(popup: HTMLElement | null): HTMLElement | null {
  const first = popup?.querySelector<HTMLElement>(`${FIELDS}, a[href], button:not([data-close])`);
  return first?.matches(FIELDS) ? first : null;
}

export function Modal({
  open,
  onClose,
  title,
  description,
  size = 'small',
  isClosable = true,
  focusAfter,
  children,
}: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  useBackCloses(open, () => isClosable && onClose());
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && isClosable) onClose();
      }}
    >
      <Dialog.Portal>
        {/* The backdrop also covers the dialog from which this one was opened. */}
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-black/50 print:hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Popup
          ref={popup}
          // A finger would open the keyboard over what is to be read.
          initialFocus={(type) => (type === 'touch' ? null : findFirstField(popup.current)) ?? popup.current}
          finalFocus={() => focusAfter?.() ?? true}
          // The padding keeps what has the focus above the buttons that stay in view.
          className={clsx(
            'bg-raised shadow-float fixed top-1/2 left-1/2 z-50 flex max-h-[90dvh] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-y-auto scroll-pb-48 outline-none rounded-card transition data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0',
            'print:static print:max-h-none print:w-auto print:translate-0 print:bg-transparent print:shadow-none',
            SIZES[size],
          )}
        >
          <div className="flex items-start justify-between gap-3">
            <Dialog.Title className="min-w-0 text-xl font-bold wrap-anywhere">{title}</Dialog.Title>
            {size === 'large' && isClosable ? (
              <Dialog.Close data-close aria-label={m.action_close()} className={clsx(ICON_BUTTON_CLASS, '-mt-2 -mr-2')}>
                <X aria-hidden="true" className="size-5" />
              </Dialog.Close>
            ) : null}
          </div>
          {description ? <Dialog.Description className="text-muted">{description}</Dialog.Description> : null}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
