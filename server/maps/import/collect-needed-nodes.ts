import { classifyPlace, PLACE_TAG_KEYS } from './classify-place.ts';
import { classifyWay, STREET_TAG_KEYS } from './classify-way.ts';
import { NodeIds, NodePositions } from './node-positions.ts';
import { type OsmWay, readExtract } from './read-extract.ts';

export const WAY_TAG_KEYS = [...new Set([...STREET_TAG_KEYS, ...PLACE_TAG_KEYS])];

/** A closed way is the outline of an area. */
export function isClosed({ refs }: Pick<OsmWay, 'refs'>): boolean {
  return refs.length > 3 && refs[0] === refs.at(-1);
}

/**
 * The first pass through the extract: collects the nodes of streets and of places drawn as areas, still without positions.
 * @throws OperatorError when the file is damaged
 */
export async function collectNeededNodes(file: string, onProgress: (bytes: number) => void): Promise<NodePositions> {
  const ids = new NodeIds();
  await readExtract(file, {
    nodeTags: [],
    wayTags: WAY_TAG_KEYS,
    way: (way) => {
      const isNeeded = classifyWay(way) !== undefined || (isClosed(way) && classifyPlace(way.tags) !== undefined);
      if (isNeeded) for (const ref of way.refs) ids.add(ref);
    },
    block: onProgress,
  });
  return new NodePositions(ids.toSorted());
}
