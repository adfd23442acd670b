import { useEffect, useEffectEvent } from 'react';

type MarkerButton = {
  title: string;
  zIndex: number;
  /** `byKeyboard` when a key did it, not a pointer. */
  onClick?: (how: { byKeyboard: boolean }) => void;
};

/** Names a marker, which Google renders as a button, and listens to its clicks. */
export function useMarkerButton(
  marker: google.maps.marker.AdvancedMarkerElement,
  { title, zIndex, onClick }: MarkerButton,
): void {
  const click = useEffectEvent((byKeyboard: boolean) => onClick?.({ byKeyboard }));
  useEffect(() => {
    marker.title = title;
    marker.zIndex = zIndex;
  }, [marker, title, zIndex]);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    // Google's own event does not have the input device.
    let byKeyboard = false;
    marker.addEventListener('keydown', () => (byKeyboard = true), options);
    marker.addEventListener('pointerdown', () => (byKeyboard = false), options);
    marker.addEventListener('gmp-click', () => click(byKeyboard), options);
    return () => listening.abort();
  }, [marker]);
}
