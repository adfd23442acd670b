import { useTheme } from 'next-themes';
import { useEffect, useState } from 'react';
import { LAND_COLORS } from '../../../../domain/maps/built-in-map.ts';
import { findStartPicture, type StartPicture } from './map-start.ts';
import { createPicture, getPictureUrl, MAX_PICTURE_PX, type Picture, placePicture, showsAll } from './picture.ts';
import type { StillView } from './still-view.ts';

type StillPictureProps = {
  /** Null until the size of the map is known. */
  view: StillView | null;
  /** Called when there is nothing to show: the picture cannot be loaded, or the view is larger than any. */
  onFailure: () => void;
};

/** The streets of a still map. */
export function StillPicture({ view, onFailure }: StillPictureProps) {
  const theme = useTheme().resolvedTheme === 'dark' ? 'dark' : 'light';
  const [start] = useState(findStartPicture);
  const [picture, setPicture] = useState<Picture | null>(start?.picture ?? null);
  const isTooLarge = view !== null && Math.max(view.width, view.height) > MAX_PICTURE_PX;
  useEffect(() => {
    if (isTooLarge) onFailure();
  }, [isTooLarge, onFailure]);
  const needsNext = view !== null && !isTooLarge && (picture?.theme !== theme || !showsAll(picture, view));
  if (needsNext) {
    const next = createPicture(view, theme);
    if (picture === null || getPictureUrl(picture) !== getPictureUrl(next)) setPicture(next);
  }
  // A second element for the same picture would be drawn anew.
  if (start !== null && start.picture === picture && (view === null || isAt(start, view)))
    return <div data-start-picture="" />;
  const place = view && picture && placePicture(picture, view);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" style={{ background: LAND_COLORS[theme] }}>
      {place ? (
        <img
          src={getPictureUrl(picture)}
          alt=""
          width={picture.width}
          height={picture.height}
          fetchPriority="high"
          // The server may have another name than the page.
          crossOrigin="anonymous"
          className="absolute top-0 left-0 max-w-none origin-top-left"
          style={{ transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})` }}
          onError={onFailure}
        />
      ) : null}
    </div>
  );
}

/** Whether the page shows its picture where the view has it, to the pixel. */
function isAt({ picture, x, y }: StartPicture, view: StillView): boolean {
  const place = placePicture(picture, view);
  return place.scale === 1 && Math.abs(place.x - x) < 1 && Math.abs(place.y - y) < 1;
}
