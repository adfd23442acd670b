const RADIANS = Math.PI / 180;
const WORLD_PX = 256;

export type Literal = { lat: number; lng: number };

export class LatLng {
  readonly #at: Literal;
  constructor(lat: number | Literal, lng?: number) {
    this.#at = typeof lat === 'number' ? { lat, lng: lng ?? 0 } : { lat: lat.lat, lng: lat.lng };
  }
  lat = () => this.#at.lat;
  lng = () => this.#at.lng;
  toJSON = () => this.#at;
}

/** The plain form of whatever way a position is given in. */
export function toLiteral(position: LatLng | Literal): Literal {
  return position instanceof LatLng ? position.toJSON() : position;
}

export class LatLngBounds {
  #edges: { north: number; south: number; east: number; west: number } | null = null;
  constructor(southWest?: LatLng | Literal, northEast?: LatLng | Literal) {
    if (southWest) this.extend(southWest);
    if (northEast) this.extend(northEast);
  }
  extend(position: LatLng | Literal) {
    const { lat, lng } = toLiteral(position);
    const { north, south, east, west } = this.#edges ?? { north: lat, south: lat, east: lng, west: lng };
    this.#edges = {
      north: Math.max(north, lat),
      south: Math.min(south, lat),
      east: Math.max(east, lng),
      west: Math.min(west, lng),
    };
    return this;
  }
  toJSON() {
    if (this.#edges === null) throw new Error('These bounds are empty');
    return this.#edges;
  }
  contains(position: LatLng | Literal) {
    const { lat, lng } = toLiteral(position);
    const { north, south, east, west } = this.toJSON();
    return lat <= north && lat >= south && lng <= east && lng >= west;
  }
  getNorthEast = () => new LatLng(this.toJSON().north, this.toJSON().east);
  getSouthWest = () => new LatLng(this.toJSON().south, this.toJSON().west);
  getCenter() {
    const { north, south, east, west } = this.toJSON();
    return new LatLng((north + south) / 2, (east + west) / 2);
  }
}

export class Point {
  readonly x: number;
  readonly y: number;
  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }
}

export class Size {
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
}

/** The pixel of the whole world at a level. */
export function worldPixel({ lat, lng }: Literal, zoom: number): Point {
  const px = WORLD_PX * 2 ** zoom;
  const northings = Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2));
  return new Point((lng / 360 + 0.5) * px, (0.5 - northings / (2 * Math.PI)) * px);
}

/** The position of a pixel of the whole world at a level. */
export function positionOfPixel({ x, y }: Point, zoom: number): Literal {
  const px = WORLD_PX * 2 ** zoom;
  const northings = (0.5 - y / px) * 2 * Math.PI;
  return { lat: (2 * Math.atan(Math.exp(northings)) - Math.PI / 2) / RADIANS, lng: (x / px - 0.5) * 360 };
}
