import '../ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { getLocale } from '#language';
import { setInstallation } from '../../domain/installation.ts';
import { renewLanguageCookie } from '../platform/choose-language.ts';
import { AppUpdates } from './app-updates.tsx';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';

// Without this Zod probes for `eval`, which the security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The server writes the name into the page.
setInstallation({ appName: document.title });
document.documentElement.lang = getLocale();
renewLanguageCookie();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

// In a task of its own: to load the code above blocks a slow phone for long enough.
setTimeout(() =>
  root.render(
    <StrictMode>
      {/* index.html themes the first paint; the security policy would block the library's own inline script. */}
      <ThemeProvider attribute="class" scriptProps={{ type: 'application/json' }}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createRouter()} />
          <AppUpdates />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  ),
);
