import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Modal } from '../../ui/modal.tsx';

type ArrivalDialogProps = {
  /** The space with its zone. */
  place: string;
  /** Whether the reservation was completed or cancelled, so that the space is not the driver's. */
  isClosed: boolean;
  /** How to find the space. */
  hint?: string | undefined;
  parkText: string;
  onPark: () => void;
  parkVariant?: ButtonVariant;
  /** Absent where the driver gets no other space. */
  onSpaceTaken?: (() => void) | undefined;
  /** What the driver can do before parking. */
  children?: ReactNode;
};

/** Welcomes the driver. When it is closed, the screen below offers the same button. */
export function ArrivalDialog({
  place,
  isClosed,
  hint,
  parkText,
  onPark,
  parkVariant = 'primary',
  onSpaceTaken,
  children,
}: ArrivalDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal
      open={isOpen}
      onClose={() => setIsOpen(false)}
      title={m.arrival_title()}
      description={isClosed ? m.arrival_closed({ place }) : m.arrival_open({ place })}
    >
      {hint && !isClosed ? <p className="text-lg font-bold wrap-anywhere">{hint}</p> : null}
      <DialogActions>
        {children}
        <Button variant={parkVariant} onClick={onPark}>
          {parkText}
        </Button>
        {onSpaceTaken ? (
          <Button
            variant="secondary"
            onClick={() => {
              setIsOpen(false);
              onSpaceTaken();
            }}
          >
            {m.swap_my_space_is_taken()}
          </Button>
        ) : null}
      </DialogActions>
    </Modal>
  );
}
