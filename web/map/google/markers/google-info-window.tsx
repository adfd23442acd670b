import { InfoWindow } from '@vis.gl/react-google-maps';
import type { ComponentProps } from 'react';
import { INFO_WINDOW_OFFSET } from '../../map-settings.ts';
import { SpotCard } from '../../markers/spot-card.tsx';

/** The 200 px of the card, and Google's own edges. */
const MAX_WIDTH_PX = 248;

export function GoogleInfoWindow(props: ComponentProps<typeof SpotCard>) {
  const { spot, takesFocus, onClose } = props;
  return (
    <InfoWindow
      position={{ lat: spot.lat, lng: spot.lng }}
      pixelOffset={INFO_WINDOW_OFFSET}
      maxWidth={MAX_WIDTH_PX}
      headerDisabled
      // The camera moves the map instead, as it knows what covers it.
      disableAutoPan
      // The card is mounted later than this component, so Google moves the focus.
      shouldFocus={takesFocus}
      // Google listens to the Escape key itself.
      onClose={onClose}
    >
      {/* The card's close button overlaps its edge, and Google clips what overlaps the window. */}
      <div className="p-2.5">
        <SpotCard {...props} takesFocus={false} />
      </div>
    </InfoWindow>
  );
}
