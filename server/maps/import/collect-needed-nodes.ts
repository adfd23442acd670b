import { classifyPlace, PLACE_TAG_KEYS } from './classify-place.ts';
import { classifyWay, STREET_TAGS } from './classify-way.ts';
import { NodeIds, NodePositions } from './node-positions.ts';
import { type OsmWay, readExtract } from './read-extract.ts';

export const WAY_TAGS = [...new Set([...STREET_TAGS, ...PLACE_TAG_KEYS])];

/** Whether a way is the outline of an area. */
export function isClosed({ refs }: Pick<OsmWay, 'refs'>): boolean {
  return refs.length > 3 && refs[0] === refs.at(-1);
}

/**
 * The first time through the extract: which nodes are needed for streets and for places drawn as areas. The answer has
 * room for their positions and knows none yet.
 * @throws OperatorError when the file is damaged
 */
export async function collectNeededNodes(file: string, reached: (bytes: number) => void): Promise<NodePositions> {
  const ids = new NodeIds();
  await readExtract(file, {
    nodeTags: [],
    wayTags: WAY_TAGS,
    way: (way) => {
      const isNeeded = classifyWay(way) !== undefined || (isClosed(way) && classifyPlace(way.tags) !== undefined);
      if (isNeeded) for (const ref of way.refs) ids.add(ref);
    },
    block: reached,
  });
  return new NodePositions(ids.toSorted());
}
