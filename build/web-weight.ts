import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const chunkSchema = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifestSchema = z.record(z.string(), chunkSchema);

/** A script of the build; `bytes` after Brotli. */
export type Script = { file: string; bytes: number };

/**
 * The scripts that a browser loads for some sources: their own and all static imports, the largest first. What they load
 * by `import()` counts only when it is one of the sources.
 * @param folder the folder of the build
 * @param sources names in Vite's manifest
 * @throws when the manifest lacks a source
 */
export function collectScripts(folder: string, sources: readonly string[]): Script[] {
  return collectFiles(folder, sources)
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => ({ file, bytes: getCompressedBytes(join(folder, file)) }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

/**
 * The scripts and styles of some sources and their static imports, which come before them.
 * @param isLoadedToo which of what they load by `import()` belongs to them
 * @throws as collectScripts
 */
export function collectFiles(
  folder: string,
  sources: readonly string[],
  isLoadedToo: (name: string) => boolean = () => false,
): string[] {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')));
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build holds no ${name}`);
    const { file, imports, dynamicImports, css } = chunk;
    for (const imported of [...imports, ...dynamicImports.filter(isLoadedToo)]) visit(imported);
    for (const path of [file, ...css]) files.add(path);
  };
  for (const source of sources) visit(source);
  return [...files];
}

/** Very small files are sent uncompressed. */
function getCompressedBytes(path: string): number {
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}
