import type { Position } from '../../../domain/zones/distance.ts';

/** The address counts when the position is null. */
export type TripEnd = { position: Position | null; address: string };

export type NavigationLink = { app: string; url: string };

/**
 * Links to navigation apps, in their documented formats:
 * https://developers.google.com/maps/documentation/urls/get-started#directions-action,
 * https://developers.google.com/waze/deeplinks and
 * https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/MapLinks/MapLinks.html
 */
export function createNavigationLinks({ position, address }: TripEnd): NavigationLink[] {
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
