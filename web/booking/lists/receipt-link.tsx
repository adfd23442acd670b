import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { ListedReservation } from './listed-reservation.ts';

type ReceiptLinkProps = { reservation: ListedReservation; 'aria-describedby': string };

/** Leads to the receipt of a stay that was paid. */
export function ReceiptLink({ reservation: { receiptId }, ...link }: ReceiptLinkProps) {
  if (receiptId == null) return null;
  return (
    <Link {...link} to={paths.receipt(receiptId)} className={buttonClass('secondary', 'grow px-3!')}>
      <ReceiptText aria-hidden="true" className="size-4.5" />
      {m.receipt_link()}
    </Link>
  );
}
