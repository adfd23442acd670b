import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { m } from '#messages';
import { connection } from '../../data/connection.ts';

const MAP_TYPE = 'plain';

const NO_POINTS_OF_INTEREST: google.maps.MapTypeStyle[] = [
  { featureType: 'poi', elementType: 'labels', stylers: [{ visibility: 'off' }] },
  { featureType: 'transit', elementType: 'labels.icon', stylers: [{ visibility: 'off' }] },
];

/** The colours of the built-in map in the dark theme. */
const DARK: google.maps.MapTypeStyle[] = [
  { elementType: 'geometry', stylers: [{ color: '#191e28' }] },
  { elementType: 'labels.text.fill', stylers: [{ color: '#b6bfce' }] },
  { elementType: 'labels.text.stroke', stylers: [{ color: '#161b24' }] },
  { featureType: 'poi', elementType: 'geometry', stylers: [{ color: '#1d2430' }] },
  { featureType: 'road', elementType: 'geometry', stylers: [{ color: '#3b4557' }] },
  { featureType: 'road.highway', elementType: 'geometry', stylers: [{ color: '#94733a' }] },
  { featureType: 'water', elementType: 'geometry', stylers: [{ color: '#0e2940' }] },
];

/**
 * Hides the labels of points of interest where the operator has no map style in Google's console. This takes a map type, as
 * Google ignores the `styles` of a map with a map ID, which the markers need.
 */
export function usePlainStyle(map: google.maps.Map | null): void {
  const isDark = useTheme().resolvedTheme === 'dark';
  const isNeeded = connection().config.maps.googleMapsMapId === undefined;
  useEffect(() => {
    if (map === null || !isNeeded) return;
    const rules = isDark ? [...DARK, ...NO_POINTS_OF_INTEREST] : NO_POINTS_OF_INTEREST;
    map.mapTypes.set(MAP_TYPE, new google.maps.StyledMapType(rules, { name: m.map_label() }));
    map.setMapTypeId(MAP_TYPE);
  }, [map, isNeeded, isDark]);
}
