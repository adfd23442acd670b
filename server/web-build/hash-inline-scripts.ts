import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The page's inline scripts as sources of a content security policy, so that a browser runs these and no other. */
export function hashInlineScripts(html: string): string[] {
  const scripts = new Set([...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script));
  return [...scripts].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}
