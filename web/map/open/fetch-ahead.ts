import type { StyleSpecification } from 'maplibre-gl';
import * as z from 'zod';
import type { Bounds } from '../../../domain/zones/distance.ts';
import { project } from '../../../domain/zones/map.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { getStyleUrl } from '../map-service.ts';

type View = { bounds: Bounds; zoom: number };

/** What the build writes into the page. */
const startFilesSchema = z.object({ movingMap: z.array(z.string()) });

const styleSchema = z.object({
  sources: z.record(z.string(), z.object({ tiles: z.array(z.string()), maxzoom: z.number() })),
});

/** Only Chromium tells it, and TypeScript does not know it. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The fetched styles by their addresses, which a browser would otherwise request again. */
export const fetchedStyles = new Map<string, StyleSpecification>();

/** Fetches what the map that moves needs for a view, so that the first touch on a phone has only to run it. */
export async function fetchMapAhead(view: View, theme: string | undefined): Promise<void> {
  const list = document.getElementById('start-files')?.textContent;
  if (!list || savesData()) return;
  const { movingMap } = startFilesSchema.parse(JSON.parse(list));
  try {
    const url = getStyleUrl(theme);
    const style: unknown = await (await fetch(url, { priority: 'low' })).json();
    await Promise.all([...movingMap, ...listTiles(styleSchema.parse(style), view)].map(fetchIntoCache));
    fetchedStyles.set(url, style as StyleSpecification);
  } catch (cause) {
    logWarning('The map is not fetched ahead', cause);
  }
}

/** Browsers cache only what is read to its end. */
const fetchIntoCache = async (url: string) => (await fetch(url, { priority: 'low' })).arrayBuffer();

function listTiles({ sources }: z.infer<typeof styleSchema>, { bounds, zoom }: View): string[] {
  return Object.values(sources).flatMap(({ tiles: [template = ''], maxzoom }) => {
    const level = Math.min(Math.floor(zoom), maxzoom);
    const toTile = (at: number) => Math.floor(at * 2 ** level);
    const first = project({ lat: bounds.north, lng: bounds.west });
    const last = project({ lat: bounds.south, lng: bounds.east });
    return range(toTile(first.x), toTile(last.x)).flatMap((x) =>
      range(toTile(first.y), toTile(last.y)).map((y) =>
        template.replace('{z}', `${level}`).replace('{x}', `${x}`).replace('{y}', `${y}`),
      ),
    );
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
