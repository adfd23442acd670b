import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../config/operator-error.ts';
import { type Bounds, clipLine, getBounds, isInside, type LngLat, widen } from '../geometry.ts';
import { classifyWay, type StreetAttributes } from './classify-way.ts';
import type { ImportRequest } from './command.ts';
import { isClosed, type NodePositions, WAY_TAG_KEYS } from './node-positions.ts';
import { classifyPlace, type FoundPlace, PLACE_TAG_KEYS } from './places.ts';
import { type OsmNode, type OsmWay, readExtract } from './read-extract.ts';

/** What the second pass through the extract found. */
export type PassResult = { places: FoundPlace[]; streets: number; extent: Bounds | undefined; dataAt: Date | null };

/**
 * The second pass through the extract: stores the positions of the needed nodes, then writes the streets, one on a line.
 * @throws OperatorError when the file is damaged or has ways before nodes
 */
export async function writeStreets(
  request: ImportRequest,
  positions: NodePositions,
  path: string,
  onProgress: (bytes: number) => void,
): Promise<PassResult> {
  const result: PassResult = { places: [], streets: 0, extent: undefined, dataAt: null };
  const lines = formatStreets(request, positions, result, onProgress);
  await pipeline(lines, createWriteStream(path, { flags: 'wx', flush: true }));
  return result;
}

/** The lines of each block; what else it finds goes into `result`. */
async function* formatStreets(
  { file, bbox }: ImportRequest,
  positions: NodePositions,
  result: PassResult,
  onProgress: (bytes: number) => void,
): AsyncGenerator<string> {
  let hasWays = false;
  const addPlace = ({ type, id, tags }: OsmNode | OsmWay, position: LngLat | undefined) => {
    const place = classifyPlace(tags);
    if (place === undefined || position === undefined || !isInside(position, bbox)) return;
    const [lng = 0, lat = 0] = position.map((degrees) => Math.round(degrees * 1e6) / 1e6);
    result.places.push({ ...place, id: `${type}/${id}`, lng, lat });
  };
  const addStreet = (street: StreetAttributes, vertices: (LngLat | undefined)[]) =>
    clipLine(street.isReversed ? vertices.toReversed() : vertices, bbox).map((line) => {
      result.streets += 1;
      result.extent = widen(result.extent, getBounds(line));
      return `${formatStreet(street, line)}\n`;
    });
  const addNode = (node: OsmNode) => {
    if (hasWays) {
      throw new OperatorError(
        `${basename(file)} has ways before nodes; "osmium sort" puts it into the order that maps:import takes`,
      );
    }
    positions.set(node.id, node.lon, node.lat);
    addPlace(node, [node.lon, node.lat]);
  };
  const addWay = (way: OsmWay) => {
    hasWays = true;
    const vertices = way.refs.map((ref) => positions.get(ref));
    if (isClosed(way)) addPlace(way, calculateCentre(vertices));
    const street = classifyWay(way);
    return street === undefined ? [] : addStreet(street, vertices);
  };
  const tags = { node: PLACE_TAG_KEYS, way: WAY_TAG_KEYS };
  for await (const block of readExtract(file, { tags, onProgress })) {
    const lines: string[] = [];
    for (const item of block) {
      if (item.type === 'node') addNode(item);
      else if (item.type === 'way') lines.push(...addWay(item));
      else if (item.type === undefined && item.osmosis_replication_timestamp)
        result.dataAt = new Date(item.osmosis_replication_timestamp * 1000);
    }
    yield lines.join('');
  }
}

function formatStreet({ name, class: streetClass, oneway, speedKmh }: StreetAttributes, line: LngLat[]): string {
  return JSON.stringify({
    type: 'Feature',
    properties: { name, class: streetClass, oneway, speed_kmh: speedKmh },
    geometry: { type: 'LineString', coordinates: line },
  });
}

/** The mean of an outline's corners; the last corner repeats the first. Undefined when the extract has no corner. */
function calculateCentre(vertices: readonly (LngLat | undefined)[]): LngLat | undefined {
  const corners = vertices.slice(1).filter((vertex) => vertex !== undefined);
  if (corners.length === 0) return undefined;
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}
