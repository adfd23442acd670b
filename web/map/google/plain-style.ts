type Rules = google.maps.MapTypeStyle[];

const NO_POINTS_OF_INTEREST: Rules = [
  { featureType: 'poi', elementType: 'labels', stylers: [{ visibility: 'off' }] },
  { featureType: 'transit', elementType: 'labels.icon', stylers: [{ visibility: 'off' }] },
];

/** As the built-in map in the dark. */
const DARK: Rules = [
  { elementType: 'geometry', stylers: [{ color: '#191e28' }] },
  { elementType: 'labels.text.fill', stylers: [{ color: '#b6bfce' }] },
  { elementType: 'labels.text.stroke', stylers: [{ color: '#161b24' }] },
  { featureType: 'poi', elementType: 'geometry', stylers: [{ color: '#1d2430' }] },
  { featureType: 'road', elementType: 'geometry', stylers: [{ color: '#3b4557' }] },
  { featureType: 'road.highway', elementType: 'geometry', stylers: [{ color: '#94733a' }] },
  { featureType: 'water', elementType: 'geometry', stylers: [{ color: '#0e2940' }] },
];

/** How the map looks where the operator has no map of their own in Google's console: no labels of points of interest. */
export function plainStyle(isDark: boolean): Rules {
  return isDark ? [...DARK, ...NO_POINTS_OF_INTEREST] : NO_POINTS_OF_INTEREST;
}
