import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

// Tests preload this into a server, so that packages which `npm ci --omit=dev` does not install cannot be resolved.

type Lockfile = { packages: Record<string, { dev?: boolean }> };

const LOCKFILE = join(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as Lockfile;
const FOLDER = /^.*\/(?<folder>node_modules\/(?:@[^/]+\/)?[^/]+)\//;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    const folder = FOLDER.exec(found.url)?.groups?.folder;
    if (folder !== undefined && packages[folder]?.dev) {
      throw new Error(`${context.parentURL} needs ${specifier}, which is there for development only`);
    }
    return found;
  },
});
