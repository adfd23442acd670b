import { clsx } from 'clsx';
import { useTheme } from 'next-themes';
import { type ReactNode, useState } from 'react';
import { Link, type LinkProps } from 'react-router';
import { m } from '#messages';
import type { Position } from '../../domain/zones/distance.ts';
import { LAND_COLORS } from '../../domain/zones/map.ts';
import { Pin } from './markers/marker-icons.tsx';
import { findSavedPicture, getPlacePictureUrl, PLACE_PICTURE_SIZE } from './saved-pictures.ts';

type PlacePictureProps = {
  /** Null while nobody knows it. */
  position: Position | null;
  name: string;
  /** Where a tap on the picture leads. */
  link?: Pick<LinkProps, 'to' | 'state'>;
  /** A thumbnail has no room for the attribution, which its list has below. */
  isThumbnail?: boolean;
  /** Whether the screen is made to be printed: paper is white in both themes. */
  isPrinted?: boolean;
  className?: string;
  /** What is shown where there is no picture. */
  fallback?: ReactNode;
};

/** A small still map with a pin at a place. Nothing with a map that the server cannot draw, or when it cannot be loaded. */
export function PlacePicture({ position, name, link, className, fallback = null, ...props }: PlacePictureProps) {
  const { isThumbnail = false, isPrinted = false } = props;
  const theme = useTheme().resolvedTheme === 'dark' ? 'dark' : 'light';
  const url = position && getPlacePictureUrl(position, theme);
  // What the device keeps of a picture that could not be loaded.
  const [failed, setFailed] = useState<{ url: string; saved: string | null } | null>(null);
  const source = url !== null && url === failed?.url ? failed.saved : url;
  if (position === null || url === null || source === null) return fallback;
  const paperUrl = isPrinted && theme === 'dark' ? getPlacePictureUrl(position, 'light') : null;
  const image = {
    ...PLACE_PICTURE_SIZE,
    alt: m.place_picture_alt({ place: name }),
    decoding: 'async',
    // Somebody may print before they scroll.
    loading: isPrinted ? 'eager' : 'lazy',
  } as const;
  const imageClass = 'size-full rounded-control object-cover';
  const content = (
    <>
      <img
        key={url}
        {...image}
        src={source}
        alt={image.alt}
        className={clsx(imageClass, paperUrl !== null && 'print:hidden')}
        style={{ background: LAND_COLORS[theme] }}
        onError={() => setFailed({ url, saved: source === url ? findSavedPicture(url) : null })}
      />
      {paperUrl === null ? null : (
        <img {...image} src={paperUrl} alt={image.alt} className={clsx(imageClass, 'hidden print:block')} />
      )}
      <span className="pointer-events-none absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-full">
        <Pin isFull={false} />
      </span>
    </>
  );
  return (
    <div
      className={clsx('relative', isThumbnail ? 'size-22 shrink-0' : 'h-24 w-full max-w-[480px] shrink-0', className)}
    >
      {link ? (
        <Link {...link} className="block size-full rounded-control">
          {content}
        </Link>
      ) : (
        content
      )}
      {isThumbnail ? null : (
        <p className="bg-surface/85 text-muted pointer-events-none absolute right-0 bottom-0 rounded-tl-lg rounded-br-control px-1.5 text-[min(0.6875rem,3.4vw)] leading-normal">
          {m.map_attribution_openstreetmap()}, GeoNames
        </p>
      )}
    </div>
  );
}
