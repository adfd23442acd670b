import { Popup } from '@vis.gl/react-maplibre';
import type { ComponentProps } from 'react';
import { SpotCard } from './spot-card.tsx';

/** The window stands on the head of the pin, not on its foot. */
const ABOVE_PIN: [number, number] = [0, -44];

/** What a place to park is, above its pin. */
export function InfoWindow(props: ComponentProps<typeof SpotCard>) {
  const { lat, lng } = props.spot;
  return (
    <Popup
      longitude={lng}
      latitude={lat}
      offset={ABOVE_PIN}
      anchor="bottom"
      maxWidth="none"
      closeButton={false}
      closeOnClick={false}
      focusAfterOpen={false}
    >
      <SpotCard {...props} />
    </Popup>
  );
}
