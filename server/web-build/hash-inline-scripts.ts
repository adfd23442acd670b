import { createHash } from 'node:crypto';

const INLINE = /<script>([\s\S]*?)<\/script>/g;

/**
 * The scripts that stand in a page, each as a source for its content security policy. A browser runs exactly these;
 * one that somebody brings in has another hash.
 * @param html the page as it is sent, to the byte
 */
export function hashInlineScripts(html: string): string[] {
  const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');
  return [...html.matchAll(INLINE)].map(([, script = '']) => `'sha256-${hashOf(script)}'`);
}
