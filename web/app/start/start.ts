import '../../ui/theme.css';
import './set-up-page.ts';
import { loadMessages } from '../../ui/platform/page-messages.ts';

// The entry. The texts come first, as constants of modules hold them.

/** What build/start-files.ts writes into the page; in development there is none. */
type StartFiles = { imports: string[]; screens: Record<string, string[]> };

function listParts(): string[] {
  const list = document.getElementById('start-files')?.textContent;
  if (list === undefined) return [];
  const { imports, screens } = JSON.parse(list) as StartFiles;
  return [...imports, ...(screens[window.location.pathname] ?? [])].filter((file) => file.endsWith('.js'));
}

await loadMessages();
// Each import is a task of its own, so that a slow phone can react to a touch in between. When one of them fails, the import of
// the product or of the screen fails too and reports it.
for (const part of listParts()) await import(/* @vite-ignore */ part).catch(() => undefined);
await import('../main.tsx');
