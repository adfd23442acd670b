import { clsx } from 'clsx';
import { millisecondsInHour } from 'date-fns/constants';
import { Star } from 'lucide-react';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { useUser } from '../../account/session/session-provider.tsx';
import { paths } from '../../paths.ts';
import { ICON_BUTTON_CLASS } from '../../ui/form/icon-button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { useOnce } from '../../ui/platform/use-once.ts';
import { bookingKeys } from '../keys.ts';
import { saveFavourite, useFavourites } from './favourites.ts';

/** The zone that a visitor starred, to be kept once they are signed in; dropped after an hour, when somebody else may sign in. */
const wish = createStoredValue(
  'parqueo.wished-favourite',
  z
    .object({ zoneId: z.string(), wishedAt: z.number() })
    .refine(({ wishedAt }) => getNow().getTime() - wishedAt < millisecondsInHour),
);

/** The star that makes a zone a favourite. A visitor signs in first. */
export function FavouriteButton({ zone, className }: { zone: { id: string; name: string }; className?: string }) {
  const userId = useUser()?.id ?? null;
  const navigate = useNavigate();
  const isFavourite = useFavourites().some(({ id }) => id === zone.id);
  const { mutate, isPending, variables } = useAction(
    (isWanted: boolean) => saveFavourite({ userId: userId ?? '', zoneId: zone.id, isWanted }),
    { invalidates: [bookingKeys.favourites(userId)] },
  );
  useOnce(userId !== null && wish.read()?.zoneId === zone.id, () => {
    wish.remove();
    mutate(true);
  });
  const isOn = isPending ? variables : isFavourite;
  const toggle = () => {
    if (userId !== null) return mutate(!isOn);
    wish.write({ zoneId: zone.id, wishedAt: getNow().getTime() });
    void navigate(paths.logIn, { state: { from: { pathname: paths.reserveParking(zone.id) } } });
  };
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={m.favourite_zone({ zone: zone.name })}
      title={isOn ? m.favourite_remove() : m.favourite_add()}
      disabled={isPending}
      onClick={toggle}
      className={clsx(ICON_BUTTON_CLASS, className)}
    >
      <Star aria-hidden="true" className={clsx('text-brand-ink size-6', isOn && 'fill-current')} />
    </button>
  );
}
