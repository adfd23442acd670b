import { createRoot, type Root } from 'react-dom/client';

// React DOM is CommonJS and set up by the first module that imports it: by this one, in the chunk of React, which makes that a
// task of its own.
export const createPageRoot = (container: HTMLElement): Root => createRoot(container);
