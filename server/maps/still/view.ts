import { project } from '../../../domain/maps/web-mercator.ts';

/** `x` to the right and `y` down. */
export type Point = [number, number];

/** What a picture shows: the position in its centre, MapLibre's zoom, and its size in CSS pixels. */
export type View = { lat: number; lng: number; zoom: number; width: number; height: number };

/** Left, top, right, bottom. */
export type Box = [number, number, number, number];

/** A picture is drawn in whole tenths of a pixel, which are shorter than decimals. */
export const UNITS_PER_PX = 10;

export const toUnits = (pixels: number) => Math.round(pixels * UNITS_PER_PX);

/** Pixels of the world at zoom 0, as in MapLibre. */
export const TILE_PX = 512;

/** Converts web mercator (the world from 0 to 1, from its north-western corner) to pixels of the picture. */
export class Projection {
  /** Pixels of the whole world. */
  readonly scale: number;
  readonly #left: number;
  readonly #top: number;

  constructor({ lat, lng, zoom, width, height }: View) {
    const { x, y } = project({ lat, lng });
    this.scale = TILE_PX * 2 ** zoom;
    this.#left = x * this.scale - width / 2;
    this.#top = y * this.scale - height / 2;
  }

  toPixels(x: number, y: number): Point {
    return [x * this.scale - this.#left, y * this.scale - this.#top];
  }

  /** Converts a box of pixels to web mercator. */
  toMercatorBox([left, top, right, bottom]: Box): Box {
    return [
      (left + this.#left) / this.scale,
      (top + this.#top) / this.scale,
      (right + this.#left) / this.scale,
      (bottom + this.#top) / this.scale,
    ];
  }
}

export const widenBox = ([left, top, right, bottom]: Box, by: number): Box => [
  left - by,
  top - by,
  right + by,
  bottom + by,
];
