import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ErrorNote } from './error-note.tsx';

test('a screen reader announces the error and skips its icon', () => {
  render(<ErrorNote>It was not saved.</ErrorNote>);
  expect(screen.getByRole('alert')).toHaveTextContent(/^It was not saved\.$/);
});
