import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { lazy, StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { m } from '#messages';
import { renewLanguageCookie } from '../ui/platform/choose-language.ts';
import { logWarning } from '../ui/platform/log.ts';
import { stripUnseenInput } from '../ui/platform/strip-unseen-input.ts';
import { createQueryClient } from './query-client.ts';
import { createRouter, whenLoaded } from './router.tsx';

// The first screen comes first.
const AppUpdates = lazy(async () => ({ default: (await import('./app-updates.tsx')).AppUpdates }));

renewLanguageCookie();
stripUnseenInput();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// The page's own splash shows until the first screen has loaded: to render another would block a slow phone.
const splash = container.firstElementChild;
splash?.removeAttribute('aria-hidden');
splash?.setAttribute('role', 'status');
splash?.setAttribute('aria-label', m.session_loading({ app: document.title }));

const root = createRoot(container);
const queryClient = createQueryClient();
const router = createRouter();
void whenLoaded(router).then(() => {
  startTransition(() =>
    root.render(
      <StrictMode>
        {/* index.html themes the first paint; the security policy would block the library's own inline script. */}
        <ThemeProvider attribute="class" scriptProps={{ type: 'application/json' }}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Suspense fallback={null}>
              <AppUpdates />
            </Suspense>
          </QueryClientProvider>
        </ThemeProvider>
      </StrictMode>,
    ),
  );
  import('./translated-page.ts').then(
    ({ tolerateTranslation }) => tolerateTranslation(),
    (error: unknown) => logWarning('A page that the browser translates may fail', error),
  );
});
