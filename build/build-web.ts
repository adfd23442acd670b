import { build } from 'vite';
import { requireMessages } from './check-messages.ts';

// Builds the web app.

requireMessages();
await build({ logLevel: 'warn' });
