import { clsx } from 'clsx';
import { MAP_LOCALE } from '../map-locale.ts';

const DESKTOP_HINT = navigator.userAgent.includes('Mac')
  ? MAP_LOCALE['CooperativeGesturesHandler.MacHelpText']
  : MAP_LOCALE['CooperativeGesturesHandler.WindowsHelpText'];

/** Says how to move a map that leaves the wheel and one finger to the page, as MapLibre does. */
export function GestureHint({ isShown }: { isShown: boolean }) {
  return (
    <div aria-hidden="true" className={clsx('maplibregl-cooperative-gesture-screen', isShown && 'maplibregl-show')}>
      <div className="maplibregl-desktop-message">{DESKTOP_HINT}</div>
      <div className="maplibregl-mobile-message">{MAP_LOCALE['CooperativeGesturesHandler.MobileHelpText']}</div>
    </div>
  );
}
