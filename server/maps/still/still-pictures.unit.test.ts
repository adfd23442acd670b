import { expect, test } from 'vitest';
import { project } from '../../../domain/zones/map.ts';
import { BUILT_IN_MAP, readMapData, type Street, type StreetClass } from '../map-data.ts';
import { createMapStyle } from '../style/map-style.ts';
import { MapTiles } from '../tiles.ts';
import { toCommands, toPathData } from './draw-shape.ts';
import { StillMap } from './still-api.ts';
import { StyleLayer } from './style-layer.ts';
import { createProjection, toUnits } from './view.ts';

const toMercator = ([lng, lat]: [number, number]) => {
  const { x, y } = project({ lat, lng });
  return [x, y] as const;
};

const BUILT_IN = readMapData(BUILT_IN_MAP);
const LAYERS = createMapStyle('light', '').layers;
const FIRST_VIEW = { lat: 18.48, lng: -69.93, zoom: 13, width: 390, height: 844 };

const createMap = (streets: Street[]) => new StillMap(LAYERS, new MapTiles({ ...BUILT_IN, streets }));

test.each(['light', 'dark'] as const)('a picture can draw every layer of the %s style', (theme) => {
  expect(createMapStyle(theme, '').layers.map((layer) => new StyleLayer(layer).id)).toContain('sea');
});

/** Streets in a grid of 200 by 200 around the first view, each with a name of its own. */
function createDenseStreets(chooseClass: (column: number, row: number) => StreetClass): Street[] {
  return Array.from({ length: 40_000 }, (_, i) => {
    const column = Math.floor(i / 200);
    const row = i % 200;
    const lng = -69.98 + column * 0.0005;
    const lat = 18.43 + row * 0.0005;
    const line = [0, 1, 2, 3].map((k): [number, number] => [lng + k * 0.0001, lat + (k % 2) * 0.0002]);
    return { name: `Calle ${column} con ${row}`, class: chooseClass(column, row), oneway: false, speedKmh: 30, line };
  });
}

test('of too many streets the least important are left out, and the picture stays below 200 KB', () => {
  const streets = createDenseStreets((column) => (column % 50 === 0 ? 'trunk' : 'residential'));
  const map = createMap(streets);
  const near = map.draw({ ...FIRST_VIEW, zoom: 16 });
  const far = map.draw({ ...FIRST_VIEW, zoom: 13, width: 1600, height: 1600 });
  const width = (id: string, zoom: number) => {
    const layer = LAYERS.find((each) => each.id === id);
    return layer === undefined ? '' : toUnits(new StyleLayer(layer).size('line-width', zoom));
  };
  expect(near).toContain(`stroke-width="${width('street-minor-fill', 16)}"`);
  expect(near).toContain(`stroke-width="${width('street-trunk-fill', 16)}"`);
  expect(far).not.toContain(`stroke-width="${width('street-minor-fill', 13)}"`);
  expect(far).toContain(`stroke-width="${width('street-trunk-fill', 13)}"`);
});

const CLASSES: StreetClass[] = ['residential', 'tertiary', 'secondary', 'primary', 'trunk', 'motorway', 'service'];
const DENSE = createMap(
  createDenseStreets((column, row) => CLASSES[(column * 7 + row * 3) % CLASSES.length] ?? 'service'),
);

test.each([6, 8, 10, 12, 13, 14, 15, 18])('a dense map at zoom %i is smaller than 200 KB', (zoom) => {
  expect(DENSE.draw({ ...FIRST_VIEW, zoom, width: 1600, height: 1600 }).length).toBeLessThan(200_000);
});

test('rounding errors of a long line do not add up', () => {
  const line = Array.from({ length: 1000 }, (_, i): [number, number] => [i * 1.04, 0]);
  const steps = toPathData(toCommands([line])).match(/l\d+/g) ?? [];
  const length = steps.reduce((sum, step) => sum + Number(step.slice(1)), 0);
  expect(length / 10).toBeCloseTo(999 * 1.04, 1);
});

test('a ring after a closed one starts from where that started', () => {
  const ring = (x: number): [number, number][] => [
    [x, 0],
    [x + 1, 0],
    [x, 1],
  ];
  expect(toPathData(toCommands([ring(5), ring(8)], true))).toBe('m50 0l10 0l-10 10zm30 0l10 0l-10 10z');
});

const VIEW = { lat: 18.48, lng: -69.93, zoom: 13.5, width: 390, height: 844 };

test('the position of the view is in the centre of the picture', () => {
  const [x, y] = createProjection(VIEW).toPixels(...toMercator([VIEW.lng, VIEW.lat]));
  expect([x, y]).toEqual([expect.closeTo(195, 6), expect.closeTo(422, 6)]);
});

test('a degree of longitude has as many pixels as on a MapLibre map', () => {
  const projection = createProjection(VIEW);
  const [west] = projection.toPixels(...toMercator([-70, 18.48]));
  const [east] = projection.toPixels(...toMercator([-69, 18.48]));
  expect(east - west).toBeCloseTo((512 * 2 ** 13.5) / 360, 6);
});
