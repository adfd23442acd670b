import '../ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { logWarning } from '../platform/log.ts';
import { whenCalm } from '../platform/when-idle.ts';
import { LateToaster } from '../ui/late-toaster.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';

// Nothing on the screen waits for it, or falls when it cannot be loaded; and it takes all files of the shell from the server.
const AppUpdates = lazy(async () => {
  await whenCalm();
  try {
    return { default: (await import('./app-updates.tsx')).AppUpdates };
  } catch (cause) {
    logWarning('This page cannot say when a newer version is ready', cause);
    return { default: () => null };
  }
});

// The schema library would try whether it may make functions of text, which the security policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

root.render(
  <StrictMode>
    {/* The first paint is themed by index.html; the library's own inline script would only offend the security policy. */}
    <ThemeProvider attribute="class" scriptProps={{ type: 'application/json' }}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createRouter()} />
        {/* Beside the router, as the first screen may wait for it. */}
        <LateToaster />
        <Suspense fallback={null}>
          <AppUpdates />
        </Suspense>
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
);
