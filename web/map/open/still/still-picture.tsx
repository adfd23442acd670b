import { useTheme } from 'next-themes';
import { useEffect, useState } from 'react';
import { LAND_COLORS } from '../../../../domain/maps/built-in-map.ts';
import { findStartPicture } from './map-start.ts';
import { createPicture, getPictureUrl, MAX_PICTURE_PX, type Picture, placePicture, showsAll } from './picture.ts';
import type { StillView } from './still-view.ts';

type StillPictureProps = {
  /** Null until the size of the map is known. */
  view: StillView | null;
  /** While a gesture moves the map no other picture is requested. */
  isHeld: boolean;
  /** Called when there is nothing to show: the picture cannot be loaded, or the view is larger than any. */
  onFailure: () => void;
};

/** The streets of a still map. The last picture stays until the next one is loaded. */
export function StillPicture({ view, isHeld, onFailure }: StillPictureProps) {
  const theme = useTheme().resolvedTheme === 'dark' ? 'dark' : 'light';
  const [start] = useState(findStartPicture);
  const [wanted, setWanted] = useState<Picture | null>(start?.picture ?? null);
  const [shown, setShown] = useState<Picture | null>(null);
  const isTooLarge = view !== null && Math.max(view.width, view.height) > MAX_PICTURE_PX;
  useEffect(() => {
    if (isTooLarge) onFailure();
  }, [isTooLarge, onFailure]);
  if (view !== null && !isHeld && !isTooLarge && (wanted?.theme !== theme || !showsAll(wanted, view))) {
    const picture = createPicture(view, theme);
    if (wanted === null || getPictureUrl(wanted) !== getPictureUrl(picture)) setWanted(picture);
  }
  const pictures = [...new Set([shown, wanted])].filter((picture) => picture !== null);
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" style={{ background: LAND_COLORS[theme] }}>
      {pictures.map((picture) => {
        const { x, y, scale } = view === null ? { x: 0, y: 0, ...start, scale: 1 } : placePicture(picture, view);
        const url = getPictureUrl(picture);
        return (
          <img
            key={url}
            src={url}
            alt=""
            width={picture.width}
            height={picture.height}
            fetchPriority="high"
            // The server may have another name than the page.
            crossOrigin="anonymous"
            className="absolute top-0 left-0 max-w-none origin-top-left"
            style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
            onLoad={() => setShown(picture)}
            onError={() => {
              if (shown === null) onFailure();
            }}
          />
        );
      })}
    </div>
  );
}
