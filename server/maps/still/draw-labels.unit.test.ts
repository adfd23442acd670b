import { expect, test } from 'vitest';
import { BUILT_IN_MAP, readMapData } from '../map-data.ts';
import { createMapStyle } from '../style/map-style.ts';
import { MapTiles } from '../tiles.ts';
import { type PlacedLabel, placeLabels } from './draw-labels.ts';
import { findCandidates } from './label-candidates.ts';
import { openTypeface } from './shape-text.ts';
import { StyleLayer } from './style-layer.ts';
import { type Box, coverView } from './view.ts';

const SYMBOLS = createMapStyle('light', '')
  .layers.map((layer) => new StyleLayer(layer))
  .filter(({ type }) => type === 'symbol');
const MAP = new MapTiles(readMapData(BUILT_IN_MAP));
const VIEW = { lat: 18.48, lng: -69.93, zoom: 13, width: 390, height: 844 };

function placeAll(view: typeof VIEW): PlacedLabel[] {
  const placed: Box[] = [];
  const tiles = coverView(view, MAP);
  return SYMBOLS.filter((layer) => layer.isVisible(view.zoom))
    .reverse()
    .flatMap((layer) => {
      const typeface = openTypeface(layer.font(view.zoom));
      return [...placeLabels(findCandidates({ layer, tiles, view, typeface }), { layer, view, placed })];
    });
}

const toText = ({ glyphs }: PlacedLabel) => glyphs.map(({ character }) => character).join('');

test('the first view has the names that MapLibre shows there', () => {
  const names = placeAll(VIEW).map(toText);
  expect(names).toEqual(expect.arrayContaining(['Naco', 'Piantini', 'Av. Máximo Gómez', 'Av. 27 de Febrero']));
  expect(names.filter((name) => name === 'Av. Máximo Gómez')).toHaveLength(2);
});

test.each([7, 10, 12.5, 13, 14.3, 15, 17])('no two labels overlap at zoom %d', (zoom) => {
  const labels = placeAll({ ...VIEW, zoom, width: 1200, height: 900 });
  const tooNear = labels.flatMap((label, i) =>
    labels.slice(i + 1).filter((other) => measureGap(label, other) < 0.4 * Math.min(label.size, other.size)),
  );
  expect(labels.length).toBeGreaterThan(0);
  expect(tooNear.map(toText)).toEqual([]);
});

/** The distance between the nearest glyphs of two labels. */
function measureGap(a: PlacedLabel, b: PlacedLabel): number {
  return Math.min(...a.glyphs.flatMap((one) => b.glyphs.map((two) => Math.hypot(one.x - two.x, one.y - two.y))));
}

test.each([12.5, 13, 14.3, 16])('at zoom %d every street name reads from left to right', (zoom) => {
  const slanted = placeAll({ ...VIEW, zoom }).filter(({ glyphs }) => glyphs.some(({ angle }) => angle !== 0));
  expect(slanted.length).toBeGreaterThan(0);
  for (const { glyphs } of slanted) expect(glyphs.at(-1)?.x).toBeGreaterThanOrEqual((glyphs[0]?.x ?? 0) - 1);
});
