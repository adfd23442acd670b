import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Splash } from './splash.tsx';

const shapesIn = (element: Element) => [...element.querySelectorAll('path')].map((path) => path.getAttribute('d'));

test('the splash that stands in the page is the one that the app draws, and only that one is announced', () => {
  const page = new DOMParser().parseFromString(
    readFileSync(join(import.meta.dirname, '../../../web/index.html'), 'utf8'),
    'text/html',
  );
  const standing = page.querySelector('#root > *');
  if (standing === null) throw new Error('The page has no splash');
  render(<Splash />);
  const drawn = screen.getByRole('status', { name: 'Loading Parqueo' });

  expect(shapesIn(standing)).toHaveLength(2);
  expect(shapesIn(standing)).toEqual(shapesIn(drawn));
  expect([...standing.classList].toSorted()).toEqual([...drawn.classList].toSorted());
  expect(standing.getAttribute('aria-hidden')).toBe('true');
});
