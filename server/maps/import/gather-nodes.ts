import { NodeIds, NodePositions } from './node-positions.ts';
import { PLACE_TAGS_READ, placeOfTags } from './place-of-tags.ts';
import { type OsmWay, readExtract } from './read-extract.ts';
import { STREET_TAGS, streetOfWay } from './street-of-way.ts';

export const WAY_TAGS = [...new Set([...STREET_TAGS, ...PLACE_TAGS_READ])];

/** Whether a way is the outline of an area. */
export function isClosed({ refs }: Pick<OsmWay, 'refs'>): boolean {
  return refs.length > 3 && refs[0] === refs.at(-1);
}

/**
 * The first time through the extract: which nodes are needed for streets and for places drawn as areas. The answer has
 * room for their positions and knows none yet.
 * @throws ImportError when the file is damaged
 */
export async function gatherNodes(file: string, reached: (bytes: number) => void): Promise<NodePositions> {
  const ids = new NodeIds();
  await readExtract(file, {
    nodeTags: [],
    wayTags: WAY_TAGS,
    way: (way) => {
      const isNeeded = streetOfWay(way) !== undefined || (isClosed(way) && placeOfTags(way.tags) !== undefined);
      if (isNeeded) for (const ref of way.refs) ids.add(ref);
    },
    block: reached,
  });
  return new NodePositions(ids.toSorted());
}
