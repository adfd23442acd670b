import type { Plugin, Rolldown } from 'vite';
import { CONNECTED, HOME, LANDING } from './screen-chunks.ts';

/** What every screen behind the landing screen asks for first; the request of the app takes over the answer. */
const CONFIG = 'config.json';

/**
 * Lets the page ask at once for all that the screen of its address starts with, and not for each part when the one before it
 * runs. A line of script does it, so that it works on any host; the server's policy allows it by its hash.
 */
export function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const filesOf = (sources: readonly string[]) =>
          scriptsOf(bundle, sources).filter((file) => !html.includes(file));
        const landing = { auto: filesOf(LANDING) };
        const perAddress = {
          '/': landing,
          '/intro': landing,
          '/map': { low: [...filesOf([...CONNECTED, ...HOME]), CONFIG] },
        };
        const script = scriptFor(perAddress, { low: [...filesOf(CONNECTED), CONFIG] });
        // Before the styles, which it would have to wait for.
        return html.replace('</title>', `</title>\n    <script>{${script}}</script>`);
      },
    },
  };
}

/** Files by how urgent they are: behind the landing screen the splash and the start of the app go first. */
type Wanted = { auto: string[] } | { low: string[] };

function scriptFor(perAddress: Record<string, Wanted>, elsewhere: Wanted): string {
  return `
      const wanted = ${JSON.stringify(perAddress)}[location.pathname] ?? ${JSON.stringify(elsewhere)};
      for (const [fetchPriority, files] of Object.entries(wanted)) {
        for (const file of files) {
          const link = document.createElement("link");
          Object.assign(link, file.endsWith(".js") ? { rel: "modulepreload" } : { rel: "preload", as: "fetch" });
          Object.assign(link, { crossOrigin: "anonymous", fetchPriority, href: "/" + file });
          document.head.append(link);
        }
      }
    `;
}

/** The files of some modules and of all that those import at once. @throws when the build lacks one of the modules */
function scriptsOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (file: string) => {
    const part = bundle[file];
    if (part?.type !== 'chunk' || files.has(file)) return;
    files.add(file);
    part.imports.forEach(visit);
  };
  for (const source of sources) visit(fileWith(bundle, source));
  return [...files];
}

function fileWith(bundle: Rolldown.OutputBundle, source: string): string {
  const parts = Object.values(bundle);
  const chunk = parts.find(
    (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(`/web/${source}`)),
  );
  if (chunk === undefined) throw new Error(`The build holds no web/${source}`);
  return chunk.fileName;
}
