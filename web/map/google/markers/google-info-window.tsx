import { InfoWindow } from '@vis.gl/react-google-maps';
import type { ComponentProps } from 'react';
import { SpotCard } from '../../markers/spot-card.tsx';

/** The window stands on the head of the pin, not on its foot. */
const ABOVE_PIN: [number, number] = [0, -44];
/** The 200 px of the card, and Google's own edges. */
const MAX_WIDTH_PX = 248;

/** What a place to park is, above its pin. */
export function GoogleInfoWindow(props: ComponentProps<typeof SpotCard>) {
  const { spot, takesFocus, onClose } = props;
  return (
    <InfoWindow
      position={{ lat: spot.lat, lng: spot.lng }}
      pixelOffset={ABOVE_PIN}
      maxWidth={MAX_WIDTH_PX}
      headerDisabled
      // The camera makes room for it, and knows what covers the map.
      disableAutoPan
      // The card comes into the page later than this component, so the focus is moved by Google.
      shouldFocus={takesFocus}
      // By the Escape key, which Google listens to itself.
      onClose={onClose}
    >
      {/* Its close button stands out of the card, and Google cuts off what stands out of the window. */}
      <div className="p-2.5">
        <SpotCard {...props} takesFocus={false} />
      </div>
    </InfoWindow>
  );
}
