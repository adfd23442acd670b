import { setInstallation } from '../../../domain/installation.ts';

// What other modules of the product read as soon as they are loaded.

// Without this Zod probes for `eval`, which the security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The server writes the name into the page.
setInstallation({ appName: document.title });
