import '../ui/theme.css';
import './set-up-page.ts';
import { logWarning } from '../ui/platform/log.ts';
import { loadMessages, m } from '../ui/platform/page-messages.ts';

// The entry. The texts come first, as constants of modules hold them.

/** What build/start-files.ts writes into the page; in development there is none. */
type StartFiles = { imports: string[]; screens: Record<string, string[]> };

function listParts(): string[] {
  const list = document.getElementById('start-files')?.textContent;
  if (list === undefined) return [];
  const { imports, screens } = JSON.parse(list) as StartFiles;
  return [...imports, ...(screens[window.location.pathname] ?? [])].filter((file) => file.endsWith('.js'));
}

/** Says in the place of the logo that a part of the product did not arrive, and offers to start again. */
function offerNewTry(error: unknown): void {
  logWarning('The product did not arrive', error);
  const text = document.createElement('p');
  text.role = 'alert';
  text.textContent = m.problem_server_not_reachable({ app: document.title });
  const button = document.createElement('button');
  button.className = 'min-h-12 rounded-control bg-brand px-5 font-semibold text-on-brand';
  button.textContent = m.action_try_again();
  button.onclick = () => window.location.reload();
  const panel = document.createElement('main');
  panel.className = 'flex flex-1 flex-col items-center justify-center gap-4 bg-canvas p-6 text-center';
  panel.append(text, button);
  document.getElementById('root')?.replaceChildren(panel);
}

await loadMessages();
// Each import is a task of its own, so that a slow phone can react to a touch in between. When one of them fails, the import of
// the product or of the screen fails too and reports it.
for (const part of listParts()) await import(/* @vite-ignore */ part).catch(() => undefined);
await import('./main.tsx').catch(offerNewTry);
