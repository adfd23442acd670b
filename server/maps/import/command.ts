import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Bounds } from '../geometry.ts';

/** An absolute path, and the part of the extract to import. */
export type ImportRequest = { file: string; bbox?: Bounds };

export const USAGE = 'npm run maps:import -- file.osm.pbf [--bbox west,south,east,north]';

const BBOX_HINT = '--bbox takes west,south,east,north in degrees, such as -70.1,18.3,-69.7,18.7';

/**
 * Parses the arguments of the import.
 * @param workingDir absolute folder that a relative file is in
 * @returns undefined for --help
 * @throws OperatorError that names the wrong argument and what it takes
 */
export function readArguments(args: readonly string[], workingDir: string): ImportRequest | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new OperatorError(`maps:import takes one file: ${USAGE}`);
  const path = resolve(workingDir, file);
  return values.bbox === undefined ? { file: path } : { file: path, bbox: parseBounds(values.bbox) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: withJoinedBbox(args),
      options: { bbox: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (cause) {
    if (readErrorCode(cause) === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw new OperatorError(BBOX_HINT, { cause });
    const unknown = args.find((arg) => arg.startsWith('-') && !/^--(bbox|help)(=|$)/.test(arg));
    throw new OperatorError(`${unknown ?? 'an argument'} is not known: ${USAGE}`, { cause });
  }
}

// The parser would take a western longitude, which begins with a minus, for an option.
function withJoinedBbox(args: readonly string[]): string[] {
  const at = args.indexOf('--bbox');
  const value = args[at + 1];
  if (at === -1 || value === undefined || !/^-?[\d.]/.test(value)) return [...args];
  return [...args.slice(0, at), `--bbox=${value}`, ...args.slice(at + 2)];
}

function parseBounds(text: string): Bounds {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts;
  const isOnGlobe = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  if (parts.length !== 4 || !isOnGlobe || !(west < east) || !(south < north)) throw new OperatorError(BBOX_HINT);
  return [west, south, east, north];
}

const MEBI = 1024 * 1024;

export type Progress = {
  begin: (label: string, bytes: number) => void;
  update: (bytes: number) => void;
  end: () => void;
};

/** Shows a bar on a terminal, and a line for each pass elsewhere. */
export function showProgress(out: NodeJS.WriteStream): Progress {
  if (!out.isTTY) {
    return {
      begin: (label, bytes) => out.write(`${label} (${(bytes / MEBI).toFixed(1)} MB)\n`),
      update: () => undefined,
      end: () => undefined,
    };
  }
  const bar = new SingleBar({
    stream: out,
    format: '{label} [{bar}] {percentage}% | {duration_formatted} | {eta_formatted} left',
    // An interrupt would leave the cursor hidden.
    hideCursor: false,
    linewrap: true,
  });
  return {
    begin: (label, bytes) => bar.start(bytes, 0, { label }),
    update: (bytes) => bar.update(bytes),
    end: () => bar.stop(),
  };
}
