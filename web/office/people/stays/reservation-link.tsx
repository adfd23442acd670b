import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '#messages';
import { paths } from '../../../paths.ts';
import { listStays } from './data.ts';
import { formatUserStay } from './format-stay.ts';

type ReservationLinkProps = {
  id: string;
  /** The ids of all links of the list, which load together. */
  ids: readonly string[];
  /** While the person is edited, what was typed must not be left. */
  isEditing: boolean;
};

/** What was reserved, with a link to it in the Reservations tab. */
export function ReservationLink({ id, ids, isEditing }: ReservationLinkProps) {
  const stays = useQuery({
    queryKey: ['admin-user-stays', ids],
    queryFn: ({ signal }) => listStays(ids, signal),
  });
  const stay = stays.data?.find((candidate) => candidate.id === id);
  if (stays.isPending) return <p className="text-muted text-sm">{m.user_reservation_loading()}</p>;
  if (stays.data && stay === undefined) return <p className="text-muted text-sm">{m.user_reservation_gone()}</p>;
  const text = stay === undefined ? m.user_reservation_show() : formatUserStay(stay);
  if (isEditing) return <p className="text-sm wrap-anywhere tabular-nums">{text}</p>;
  return (
    <Link
      to={paths.adminTab('reservations', { q: id })}
      className="text-brand-ink -my-2 inline-flex min-h-11 items-center self-start text-sm wrap-anywhere tabular-nums underline"
    >
      {text}
    </Link>
  );
}
