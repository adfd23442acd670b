import * as z from 'zod';

const MAX_RESULTS = 50;
const MAX_QUERY_CHARACTERS = 200;

const number = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^[-+]?\d+(\.\d+)?$/, `invalid parameter '${name}': a number is expected`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `invalid parameter '${name}': ${min} to ${max} is expected`);

const lat = number('lat', -90, 90);
const lon = number('lon', -180, 180);
const limit = z
  .string()
  .regex(/^\d{1,9}$/, "invalid parameter 'limit': a whole number is expected")
  .transform((value) => Math.min(Math.max(Number(value), 1), MAX_RESULTS));

const bbox = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(
    z.tuple(
      [z.number(), z.number(), z.number(), z.number()],
      "invalid parameter 'bbox': minLon,minLat,maxLon,maxLat is expected",
    ),
  );

/** Photon's layers; our map does not have all of them. */
const LAYERS = ['house', 'street', 'locality', 'district', 'city', 'county', 'state', 'country', 'other'] as const;

/** The parameter may be repeated. */
export const layersRequest = z
  .array(z.enum(LAYERS, `invalid parameter 'layer': one of ${LAYERS.join(', ')} is expected`))
  .optional();

/** Photon's `/api`. Unknown parameters are ignored, since Photon's clients send many. */
export const searchRequest = z
  .object({
    q: z
      .string("missing parameter 'q': the text to search for is expected")
      .trim()
      .min(1, "missing parameter 'q': the text to search for is expected")
      .max(MAX_QUERY_CHARACTERS, `invalid parameter 'q': at most ${MAX_QUERY_CHARACTERS} characters are expected`),
    lat: lat.optional(),
    lon: lon.optional(),
    limit: limit.default(15),
    bbox: bbox.optional(),
  })
  .refine((query) => (query.lat === undefined) === (query.lon === undefined), "parameters 'lat' and 'lon' go together");

/** Photon's `/reverse`. */
export const reverseRequest = z.object({
  lat: z.string("missing parameter 'lat'").pipe(lat),
  lon: z.string("missing parameter 'lon'").pipe(lon),
  radius: number('radius', 0, 5000).default(5),
  limit: limit.default(1),
});
