// npm run check: the quick checks, which need no browser and no other installed program.
import { runChecks, STATIC_CHECKS, vitest } from './checks.mjs';
import { install } from './prepare.mjs';
import { requireNode } from './project.mjs';

requireNode();
await install();
await runChecks([...STATIC_CHECKS, vitest('unit, component and database tests', ['unit', 'component', 'database'])]);
