import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Problem } from '../../../domain/problems.ts';
import { connect } from '../../data/connection.ts';
import { describePosition } from './describe-position.ts';

const HERE = { lat: 18.4735, lng: -69.8849 };
const signal = () => new AbortController().signal;

beforeAll(() => {
  connect({
    supabaseUrl: 'http://parqueo.test',
    supabaseKey: 'publishable',
    lockVendorName: 'Kavass',
    samples: true,
    maps: { provider: 'open', styleUrl: '', routerUrl: '', geocoderUrl: 'http://search.test' },
  });
});
afterEach(() => vi.unstubAllGlobals());

function answering(answer: () => Response) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
  return asked;
}

test('a position is described by the address of what is there', async () => {
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [HERE.lng, HERE.lat] },
    properties: { street: 'Calle El Conde', city: 'Santo Domingo' },
  };
  const asked = answering(() => Response.json({ features: [feature] }));
  expect(await describePosition(HERE, signal())).toBe('Calle El Conde, Santo Domingo');
  expect(asked).toEqual(['http://search.test/reverse?lat=18.4735&lon=-69.8849']);
});

test('where nothing is known there is no address', async () => {
  answering(() => Response.json({ features: [] }));
  expect(await describePosition(HERE, signal())).toBeNull();
});

test('a search service that fails is told as such', async () => {
  answering(() => new Response('no', { status: 500 }));
  await expect(describePosition(HERE, signal())).rejects.toEqual(new Problem('search-failed'));
});
