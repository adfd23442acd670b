import type { FeatureSource } from '../feature-source.ts';
import { formatNumber } from '../path-data.ts';
import type { StyleLayer } from '../style-layer.ts';
import type { View } from '../view.ts';
import { CollisionIndex } from './collision-index.ts';
import { GlyphDefinitions } from './glyph-definitions.ts';
import { findCandidates } from './label-candidates.ts';
import { placeLabels } from './place-labels.ts';
import { Typeface } from './typeface.ts';

export type DrawnLabels = {
  /** The outlines that the labels refer to. */
  definitions: string;
  /** By the id of the layer. */
  layers: Map<string, string>;
};

type Options = {
  view: View;
  findSource: (name: string) => FeatureSource;
  getTypeface: (name: string) => Typeface;
  maxBytes: number;
};

/** Draws labels, those of the last layer first, as long as they fit into `maxBytes`. */
export function drawLabels(symbolLayers: readonly StyleLayer[], options: Options): DrawnLabels {
  const { view, findSource, getTypeface, maxBytes } = options;
  const definitions = new GlyphDefinitions();
  const index = new CollisionIndex();
  const layers = new Map<string, string>();
  let bytes = 0;
  for (const layer of symbolLayers.toReversed()) {
    const typeface = getTypeface(String(layer.list('text-font', view.zoom)[0]));
    const candidates = findCandidates({ layer, source: findSource(layer.source), view, typeface });
    const drawn = new Map<number, string>();
    for (const label of placeLabels(candidates, { layer, view, index })) {
      const text = definitions.draw(label, typeface);
      bytes += text.length;
      if (bytes + definitions.bytes > maxBytes) break;
      drawn.set(label.size, (drawn.get(label.size) ?? '') + text);
    }
    const groups = Array.from(drawn, ([size, text]) =>
      drawWithHalo(layer, text, size / typeface.unitsPerEm, view.zoom),
    );
    layers.set(layer.id, groups.join(''));
  }
  return { definitions: definitions.toString(), layers };
}

/**
 * Draws labels of the same size, the halos of all first, because that of a glyph would cover the glyph before it.
 * @param scale pixels per unit of the font
 */
function drawWithHalo(layer: StyleLayer, labels: string, scale: number, zoom: number): string {
  const id = `${layer.id}-${formatNumber(scale, 6)}`;
  const halo = layer.color('text-halo-color', zoom);
  const strokeWidth = Math.round((2 * layer.size('text-halo-width', zoom)) / scale);
  return (
    `<g fill="${halo}" stroke="${halo}" stroke-width="${strokeWidth}" stroke-linejoin="round">` +
    `<g id="${id}" transform="scale(${formatNumber(scale, 6)})">${labels}</g></g>` +
    `<use href="#${id}" fill="${layer.color('text-color', zoom)}"/>`
  );
}

/** Opens each font once, when it is first needed. */
export function createTypefaceCache(): (name: string) => Typeface {
  const typefaces = new Map<string, Typeface>();
  return (name) => {
    const typeface = typefaces.get(name) ?? new Typeface(name);
    typefaces.set(name, typeface);
    return typeface;
  };
}
