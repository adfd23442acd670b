import { useTheme } from 'next-themes';
import { useEffect, useState } from 'react';
import { LAND_COLORS } from '../../../../domain/maps/built-in-map.ts';
import { useEased, useIsEasing } from './ease.ts';
import {
  createPicture,
  getPictureUrl,
  isNearlyUsedUp,
  MAX_PICTURE_PX,
  type Picture,
  placePicture,
  showsAll,
} from './picture.ts';
import type { StillView } from './still-view.ts';

type StillPictureProps = {
  view: StillView;
  /** While a gesture moves the map, one picture at a time is requested, and only for what the last one lacks. */
  isHeld: boolean;
  onShow: () => void;
  /** Called when there is nothing to show: the picture cannot be loaded, or the view is larger than any. */
  onFailure: () => void;
};

/** The streets of a still map. The last picture stays beneath until the next one is loaded and the map stands still. */
export function StillPicture({ view, isHeld, onShow, onFailure }: StillPictureProps) {
  const theme = useTheme().resolvedTheme === 'dark' ? 'dark' : 'light';
  const [wanted, setWanted] = useState<Picture | null>(null);
  const [loaded, setLoaded] = useState<Picture | null>(null);
  const [shown, setShown] = useState<Picture | null>(null);
  const isEasing = useIsEasing();
  // While the map eases the next picture does not cover all of it.
  if (shown !== loaded && (!isEasing || shown === null)) setShown(loaded);
  const isTooLarge = Math.max(view.width, view.height) > MAX_PICTURE_PX;
  useEffect(() => {
    if (isTooLarge) onFailure();
  }, [isTooLarge, onFailure]);
  const needsNext = isHeld
    ? wanted !== null && wanted === loaded && isNearlyUsedUp(wanted, view)
    : wanted?.theme !== theme || !showsAll(wanted, view);
  if (needsNext && !isTooLarge) {
    const picture = createPicture(view, theme);
    if (wanted === null || getPictureUrl(wanted) !== getPictureUrl(picture)) setWanted(picture);
  }
  const pictures = [...new Set([shown, loaded, wanted])].filter((picture) => picture !== null);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" style={{ background: LAND_COLORS[theme] }}>
      {pictures.map((picture) => (
        <PlacedPicture
          key={getPictureUrl(picture)}
          picture={picture}
          isMoving={isHeld || isEasing}
          onLoad={() => {
            setLoaded(picture);
            onShow();
          }}
          onError={() => {
            if (loaded === null) onFailure();
          }}
        />
      ))}
    </div>
  );
}

type PlacedPictureProps = { picture: Picture; isMoving: boolean; onLoad: () => void; onError: () => void };

function PlacedPicture({ picture, isMoving, onLoad, onError }: PlacedPictureProps) {
  const [image, transform] = useEased<HTMLImageElement>((view) => {
    const { x, y, scale } = placePicture(picture, view);
    return `translate(${x}px, ${y}px) scale(${scale})`;
  });
  return (
    <img
      ref={image}
      src={getPictureUrl(picture)}
      alt=""
      width={picture.width}
      height={picture.height}
      fetchPriority="high"
      // The server may have another name than the page.
      crossOrigin="anonymous"
      className="absolute top-0 left-0 max-w-none origin-top-left"
      // Otherwise all of it would be drawn anew for each scale.
      style={{ transform, willChange: isMoving ? 'transform' : 'auto' }}
      onLoad={onLoad}
      onError={onError}
    />
  );
}
