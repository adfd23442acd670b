import { createRoot, type Root } from 'react-dom/client';

// The build puts it beside React, which is thus set up in a task of its own, before the product starts.
export const createPageRoot = (container: HTMLElement): Root => createRoot(container);
