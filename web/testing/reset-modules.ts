import { vi } from 'vitest';

// Test files share a worker and its libraries, but not the state and the mocks of the product's own modules.
vi.resetModules();
