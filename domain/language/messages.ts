import { createMessages } from './create-messages.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };

/** Every text that a person reads. In the browser web/ui/platform/page-messages.ts takes the place of this module. */
export const m = createMessages({ en, es });

/** Loads nothing: all texts are here. */
export const loadOfficeMessages = (): Promise<void> => Promise.resolve();
