import { build } from 'vite';
import { requireMessages } from './check-messages.ts';

// Builds the web app.

requireMessages();
// Whatever the shell says: a build for development has the paths of its files.
process.env.NODE_ENV = 'production';
await build({ logLevel: 'warn' });
