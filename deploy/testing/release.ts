import { spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './create-image-folder.ts';

function git(...args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The newest commit that made this the version of the product; undefined where the history does not have it. */
export function findRelease(version: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: ROOT });
  if (status !== 0 || String(stdout).trim() !== 'false') return undefined;
  const line = `"version": "${version}"`;
  const commits = String(git('log', `-S${line}`, '--format=%H', '--', 'package.json'))
    .split('\n')
    .filter(Boolean);
  return commits.find((commit) => git('show', `${commit}:package.json`).includes(line));
}

/** Creates a folder with the sources of a commit and the packages of this one. */
export async function createReleaseFolder(commit: string, folder: string): Promise<void> {
  await mkdir(folder);
  const { status, stderr } = spawnSync('tar', ['--extract', '--directory', folder], {
    input: git('archive', commit, 'package.json', 'domain', 'server', 'supabase', 'supabase-server', 'simulators'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The sources of ${commit} could not be unpacked: ${stderr}`);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}
