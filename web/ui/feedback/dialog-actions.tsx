import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { Button, type ButtonVariant } from '../form/button.tsx';
import { useElementHeight, useMediaQuery } from '../platform/use-layout.ts';

/** The buttons at the end of a small dialog. They stay in view while the rest scrolls, if they leave half the screen to it. */
export function DialogActions({ children }: { children: ReactNode }) {
  const [height, ref] = useElementHeight();
  const isPinned = useMediaQuery(`(min-height: ${2 * height}px)`);
  return (
    <div
      ref={ref}
      className={clsx(
        '-mx-4 flex flex-col gap-2 px-4 pt-4 sm:-mx-6 sm:px-6',
        isPinned &&
          'sticky bottom-0 z-10 bg-linear-to-t from-raised from-90% to-transparent after:absolute after:inset-x-0 after:top-full after:-z-1 after:h-6 after:bg-raised',
      )}
    >
      {children}
    </div>
  );
}

export type DialogButtonsProps = {
  label: string;
  pendingLabel?: string;
  cancelLabel?: string;
  variant?: ButtonVariant;
  isPending?: boolean;
  /** Whether something is missing before it can be done. */
  isDisabled?: boolean;
  /** Without it the first button submits the form around it. */
  onConfirm?: () => void;
  onCancel: () => void;
  /** What stands above the buttons and stays in view with them. */
  children?: ReactNode;
};

/** The button that does what the dialog is for, and the one that leaves. */
export function DialogButtons(props: DialogButtonsProps) {
  const {
    label,
    pendingLabel = m.action_saving(),
    cancelLabel = m.action_cancel(),
    variant = 'primary',
    onConfirm,
    onCancel,
  } = props;
  const { isPending = false, isDisabled = false, children } = props;
  return (
    <DialogActions>
      {children}
      {/* Side by side on a phone that lies on its side, so that more of the dialog is in view. */}
      <div className="flex flex-col gap-2 flat:flex-row-reverse flat:*:flex-1">
        <Button
          type={onConfirm ? 'button' : 'submit'}
          variant={variant}
          disabled={isPending || isDisabled}
          onClick={onConfirm}
        >
          {isPending ? pendingLabel : label}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </DialogActions>
  );
}
