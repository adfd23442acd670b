import { createRoot, type Root } from 'react-dom/client';

// The first module that imports React DOM sets it up, which takes a while. This module is in React's own chunk, so that the
// page can react to a touch before and after.
export const createPageRoot = (container: HTMLElement): Root => createRoot(container);
