import { SingleBar } from 'cli-progress';
import { OperatorError } from '../../config/operator-error.ts';
import { type CommandLine, readArguments } from '../../start/run-command.ts';
import type { Bounds } from '../geometry.ts';

/** An absolute path, and the part of the extract to import. */
export type ImportRequest = { file: string; bbox?: Bounds };

export const USAGE = 'npm run maps:import -- file.osm.pbf [--bbox west,south,east,north]';

const BBOX_HINT = '--bbox takes west,south,east,north in degrees, such as -70.1,18.3,-69.7,18.7';

/**
 * Parses the arguments of the import.
 * @returns undefined for --help
 * @throws OperatorError that names the wrong argument and what it takes
 */
export function readImportArguments({
  args,
  workingDir,
}: Pick<CommandLine, 'args' | 'workingDir'>): ImportRequest | undefined {
  if (args.includes('--help') || args.includes('-h')) return undefined;
  const { file, bbox } = readArguments(
    { args: joinBbox(args), workingDir },
    { command: 'maps:import', usage: USAGE, options: { bbox: { type: 'string' } } },
  );
  return bbox === undefined ? { file } : { file, bbox: parseBounds(bbox) };
}

// The parser would take a western longitude, which begins with a minus, for an option.
function joinBbox(args: readonly string[]): string[] {
  const at = args.indexOf('--bbox');
  if (at === -1) return [...args];
  return [...args.slice(0, at), `--bbox=${args[at + 1] ?? ''}`, ...args.slice(at + 2)];
}

function parseBounds(text: string): Bounds {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts;
  const isOnGlobe = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  if (parts.length !== 4 || !isOnGlobe || !(west < east) || !(south < north)) throw new OperatorError(BBOX_HINT);
  return [west, south, east, north];
}

const MEBI = 1024 * 1024;

/** Does work on a number of bytes, and shows how far it is. */
export type Progress = <T>(
  label: string,
  bytes: number,
  work: (onProgress: (bytes: number) => void) => Promise<T>,
) => Promise<T>;

/** Shows a bar on a terminal, and a line for each pass elsewhere. */
export const createProgress =
  (out: NodeJS.WriteStream): Progress =>
  async (label, bytes, work) => {
    if (!out.isTTY) {
      out.write(`${label} (${(bytes / MEBI).toFixed(1)} MB)\n`);
      return work(() => undefined);
    }
    const bar = new SingleBar({
      stream: out,
      format: '{label} [{bar}] {percentage}% | {duration_formatted} | {eta_formatted} left',
      // An interrupt would leave the cursor hidden.
      hideCursor: false,
      linewrap: true,
    });
    bar.start(bytes, 0, { label });
    try {
      return await work((read) => bar.update(read));
    } finally {
      bar.stop();
    }
  };
