import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { connection } from '../../data/connection.ts';
import { plainStyle } from './plain-style.ts';

const PLAIN = 'plain';

/**
 * Styles a map from here where the operator has none of their own in Google's console. It is done as a map type, because
 * Google ignores the `styles` of a map that has a map ID, which the markers need.
 */
export function usePlainStyle(map: google.maps.Map | null): void {
  const isDark = useTheme().resolvedTheme === 'dark';
  const isWanted = connection().config.maps.googleMapsMapId === undefined;
  useEffect(() => {
    if (map === null || !isWanted) return;
    map.mapTypes.set(PLAIN, new google.maps.StyledMapType(plainStyle(isDark), { name: 'Map' }));
    map.setMapTypeId(PLAIN);
  }, [map, isWanted, isDark]);
}
