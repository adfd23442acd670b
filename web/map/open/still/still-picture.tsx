import { useTheme } from 'next-themes';
import { useEffect, useEffectEvent, useState } from 'react';
import { LAND_COLORS } from '../../../../domain/maps/built-in-map.ts';
import { useEased, useIsEasing } from './ease.ts';
import { findStartPicture, type StartPicture } from './map-start.ts';
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
  /** Null until the size of the map is known. */
  view: StillView | null;
  /** While a gesture moves the map, one picture at a time is requested, and only for what the last one lacks. */
  isHeld: boolean;
  onShow: () => void;
  /** Called when there is nothing to show: the picture cannot be loaded, or the view is larger than any. */
  onFailure: () => void;
};

/** The streets of a still map. The last picture stays beneath until the next one is loaded and the map stands still. */
export function StillPicture({ view, isHeld, onShow, onFailure }: StillPictureProps) {
  const theme = useTheme().resolvedTheme === 'dark' ? 'dark' : 'light';
  const [start] = useState(findStartPicture);
  const [wanted, setWanted] = useState<Picture | null>(start?.picture ?? null);
  const [loaded, setLoaded] = useState<Picture | null>(null);
  const [shown, setShown] = useState<Picture | null>(null);
  const isEasing = useIsEasing();
  // While the map eases the next picture does not cover all of it.
  if (shown !== loaded && (!isEasing || shown === null)) setShown(loaded);
  const isTooLarge = view !== null && Math.max(view.width, view.height) > MAX_PICTURE_PX;
  useEffect(() => {
    if (isTooLarge) onFailure();
  }, [isTooLarge, onFailure]);
  if (view !== null && !isTooLarge && needsNext(view)) {
    const picture = createPicture(view, theme);
    if (wanted === null || getPictureUrl(wanted) !== getPictureUrl(picture)) setWanted(picture);
  }
  function needsNext(shownView: StillView): boolean {
    if (isHeld) return wanted !== null && wanted === loaded && isNearlyUsedUp(wanted, shownView);
    return wanted?.theme !== theme || !showsAll(wanted, shownView);
  }
  const [usesStart, setUsesStart] = useState(start !== null);
  const isMoved = start !== null && view !== null && !isAt(start, view);
  if (usesStart && (isMoved || isHeld || isEasing || start?.picture.theme !== theme)) setUsesStart(false);
  const handleLoad = (picture: Picture) => {
    setLoaded(picture);
    onShow();
  };
  const handleStartLoad = useEffectEvent(handleLoad);
  useEffect(() => {
    if (start === null) return;
    const load = () => handleStartLoad(start.picture);
    if (start.image.complete) load();
    else start.image.addEventListener('load', load, { once: true });
    return () => start.image.removeEventListener('load', load);
  }, [start]);
  // A second element for the same picture would be drawn anew.
  if (usesStart) return <div data-start-picture="" />;
  const pictures = view === null ? [] : [...new Set([shown, loaded, wanted])].filter((picture) => picture !== null);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" style={{ background: LAND_COLORS[theme] }}>
      {pictures.map((picture) => (
        <PlacedPicture
          key={getPictureUrl(picture)}
          picture={picture}
          isMoving={isHeld || isEasing}
          onLoad={() => handleLoad(picture)}
          onError={() => {
            if (loaded === null) onFailure();
          }}
        />
      ))}
    </div>
  );
}

/** Whether the page shows its picture where the view has it, to the pixel. */
function isAt({ picture, x, y }: StartPicture, view: StillView): boolean {
  const place = placePicture(picture, view);
  return place.scale === 1 && Math.abs(place.x - x) < 1 && Math.abs(place.y - y) < 1;
}

type PlacedPictureProps = {
  picture: Picture;
  isMoving: boolean;
  onLoad: () => void;
  onError: () => void;
};

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
