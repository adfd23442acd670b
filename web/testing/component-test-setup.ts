import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// React and the libraries report misuse on the console only: a test that causes such a report fails.
let reports: unknown[][] = [];

beforeEach(() => {
  reports = [];
  vi.spyOn(console, 'error').mockImplementation((...report) => {
    reports.push(report);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  expect(reports, 'reports on console.error').toEqual([]);
});
