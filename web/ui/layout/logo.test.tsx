import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Splash } from './logo.tsx';

const findShapes = (element: Element) => [...element.querySelectorAll('path')].map((path) => path.getAttribute('d'));

test('the splash of index.html is the one the app renders, and screen readers skip it', () => {
  const page = new DOMParser().parseFromString(
    readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8'),
    'text/html',
  );
  const inPage = page.querySelector('#root > *');
  if (inPage === null) throw new Error('The page has no splash');
  render(<Splash />);
  const rendered = screen.getByRole('status', { name: 'Loading Parqueo' });

  expect(findShapes(inPage)).toHaveLength(2);
  expect(findShapes(inPage)).toEqual(findShapes(rendered));
  expect([...inPage.classList].toSorted()).toEqual([...rendered.classList].toSorted());
  expect(inPage.getAttribute('aria-hidden')).toBe('true');
});
