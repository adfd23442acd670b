import { basename } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import type { LngLat } from '../position.ts';
import { type Bounds, getBounds, isInside, widen } from './bounds.ts';
import { classifyPlace, PLACE_TAG_KEYS } from './classify-place.ts';
import { classifyWay, type StreetAttributes } from './classify-way.ts';
import { cutLine } from './cut-line.ts';
import { isClosed, WAY_TAGS } from './gather-nodes.ts';
import type { LineFile } from './line-file.ts';
import type { NodePositions } from './node-positions.ts';
import type { FoundPlace } from './normalise-places.ts';
import type { ImportRequest } from './read-arguments.ts';
import { type OsmNode, type OsmWay, readExtract } from './read-extract.ts';

/** What the second time through the extract found. */
export type Found = { places: FoundPlace[]; streets: number; extent: Bounds | undefined; dataAt: Date | null };

/**
 * The second time through the extract: takes the positions of the needed nodes, then writes every street as it comes.
 * @throws OperatorError when the file is damaged or has ways before nodes
 */
export async function writeStreets(
  { file, bbox }: ImportRequest,
  positions: NodePositions,
  out: LineFile,
  reached: (bytes: number) => void,
): Promise<Found> {
  const found: Found = { places: [], streets: 0, extent: undefined, dataAt: null };
  let hasWays = false;
  await readExtract(file, {
    nodeTags: PLACE_TAG_KEYS,
    wayTags: WAY_TAGS,
    timestamp: (seconds) => {
      found.dataAt = new Date(seconds * 1000);
    },
    node: (node) => {
      if (hasWays) throw notSorted(file);
      positions.set(node.id, node.lon, node.lat);
      addPlace(found, bbox, 'node', node, [node.lon, node.lat]);
    },
    way: (way) => {
      hasWays = true;
      const street = classifyWay(way);
      if (street !== undefined) addStreet(found, bbox, out, street, verticesOf(way, positions));
      if (isClosed(way)) addPlace(found, bbox, 'way', way, centreOf(verticesOf(way, positions)));
    },
    block: async (bytes) => {
      reached(bytes);
      await out.flush();
    },
  });
  return found;
}

function notSorted(file: string): OperatorError {
  return new OperatorError(
    `${basename(file)} has ways before nodes; "osmium sort" puts it into the order that maps:import takes`,
  );
}

function verticesOf({ refs }: OsmWay, positions: NodePositions): (LngLat | undefined)[] {
  return refs.map((ref) => positions.get(ref));
}

function addStreet(
  found: Found,
  bbox: Bounds | undefined,
  out: LineFile,
  street: StreetAttributes,
  vertices: (LngLat | undefined)[],
): void {
  for (const part of cutLine(street.isReversed ? vertices.toReversed() : vertices, bbox)) {
    found.streets += 1;
    found.extent = widen(found.extent, getBounds(part));
    const { name, class: streetClass, oneway, speedKmh } = street;
    out.add(
      JSON.stringify({
        type: 'Feature',
        properties: { name, class: streetClass, oneway, speed_kmh: speedKmh },
        geometry: { type: 'LineString', coordinates: part },
      }),
    );
  }
}

function addPlace(
  found: Found,
  bbox: Bounds | undefined,
  type: 'node' | 'way',
  { id, tags }: Pick<OsmNode | OsmWay, 'id' | 'tags'>,
  at: LngLat | undefined,
): void {
  const place = classifyPlace(tags);
  if (place === undefined || at === undefined || !isInside(at, bbox)) return;
  const [lng = 0, lat = 0] = at.map((degrees) => Math.round(degrees * 1e6) / 1e6);
  found.places.push({ ...place, id: `${type}/${id}`, lng, lat });
}

/** The middle of an outline's corners, of which the last repeats the first; undefined when the extract holds none. */
function centreOf(vertices: readonly (LngLat | undefined)[]): LngLat | undefined {
  const corners = vertices.slice(1).filter((vertex) => vertex !== undefined);
  if (corners.length === 0) return undefined;
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}
