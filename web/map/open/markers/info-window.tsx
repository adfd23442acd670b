import { Popup } from '@vis.gl/react-maplibre';
import type { ComponentProps } from 'react';
import { INFO_WINDOW_OFFSET } from '../../map-settings.ts';
import { SpotCard } from '../../markers/spot-card.tsx';

export function InfoWindow(props: ComponentProps<typeof SpotCard>) {
  const { lat, lng } = props.spot;
  return (
    <Popup
      longitude={lng}
      latitude={lat}
      offset={INFO_WINDOW_OFFSET}
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
