import { setInstallation } from '../../domain/installation.ts';

// Runs before every other module: Zod reads its configuration when it is loaded, and screens may read the name.

// Without this Zod probes for `eval`, which the security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The server writes the name into the page.
setInstallation({ appName: document.title });
