import { ExternalLink } from 'lucide-react';
import { m } from '#messages';
import type { Position } from '../../../domain/zones/distance.ts';

import { buttonClass } from '../../ui/form/button.tsx';

/** The address counts when the position is null. */
type TripEnd = { position: Position | null; address: string };

/** Links to apps that follow the car, unless nobody knows where to. */
export function OtherApps({ end }: { end: TripEnd }) {
  if (end.position === null && end.address === '') return null;
  return (
    <section aria-labelledby="other-apps" className="flex flex-col gap-2">
      <h2 id="other-apps" className="text-lg font-bold tracking-tight">
        {m.other_apps_title()}
      </h2>
      <ul className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-3">
        {createNavigationLinks(end).map(({ app, url }) => (
          <li key={app}>
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'w-full px-3 text-sm')}>
              {app}
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">{m.link_new_tab()}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Links to navigation apps, in their documented formats:
 * https://developers.google.com/maps/documentation/urls/get-started#directions-action,
 * https://developers.google.com/waze/deeplinks and
 * https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/MapLinks/MapLinks.html
 */
export function createNavigationLinks({ position, address }: TripEnd): { app: string; url: string }[] {
  const place = position === null ? address : `${position.lat},${position.lng}`;
  const waze: Record<string, string> = position === null ? { q: address } : { ll: place };
  return [
    {
      app: 'Google Maps',
      url: link('https://www.google.com/maps/dir/', { api: '1', destination: place, travelmode: 'driving' }),
    },
    { app: 'Waze', url: link('https://www.waze.com/ul', { ...waze, navigate: 'yes' }) },
    { app: 'Apple Maps', url: link('https://maps.apple.com/', { daddr: place, dirflg: 'd' }) },
  ];
}

function link(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`;
}
