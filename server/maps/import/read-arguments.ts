import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../operator-error.ts';
import type { Bounds } from './bounds.ts';

/** What the operator asked for: an absolute file, and what part of it. */
export type ImportRequest = { file: string; bbox?: Bounds };

export const USAGE = 'npm run maps:import -- file.osm.pbf [--bbox west,south,east,north]';

const BBOX_HINT = '--bbox takes west,south,east,north in degrees, such as -70.1,18.3,-69.7,18.7';

/**
 * Reads the arguments of the import.
 * @param args what follows the program's name
 * @param workingDir the absolute folder that a relative file is under
 * @returns undefined when help is asked for
 * @throws OperatorError with one line that names the argument and what it takes
 */
export function readArguments(args: readonly string[], workingDir: string): ImportRequest | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError(`maps:import takes one file: ${USAGE}`);
  const path = resolve(workingDir, file);
  return values.bbox === undefined ? { file: path } : { file: path, bbox: readBounds(values.bbox) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: withJoinedBbox(args),
      options: { bbox: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw new OperatorError(BBOX_HINT, { cause });
    const unknown = args.find((arg) => arg.startsWith('-') && !/^--(bbox|help)(=|$)/.test(arg));
    throw new OperatorError(`${unknown ?? 'an argument'} is not known: ${USAGE}`, { cause });
  }
}

// A western longitude starts with a minus, which the parser would take for another option.
function withJoinedBbox(args: readonly string[]): string[] {
  const at = args.indexOf('--bbox');
  const value = args[at + 1];
  if (at === -1 || value === undefined || !/^-?[\d.]/.test(value)) return [...args];
  return [...args.slice(0, at), `--bbox=${value}`, ...args.slice(at + 2)];
}

function readBounds(text: string): Bounds {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts;
  const isOnGlobe = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  if (parts.length !== 4 || !isOnGlobe || !(west < east) || !(south < north)) throw new OperatorError(BBOX_HINT);
  return [west, south, east, north];
}
