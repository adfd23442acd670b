import * as z from 'zod';

const number = (name: string, min: number, max: number) => {
  const message = `parameter '${name}' takes a number from ${min} to ${max}`;
  return z
    .string(message)
    .regex(/^[-+]?\d{1,3}(\.\d{1,15})?$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

const pixels = (name: string) => {
  const message = `parameter '${name}' takes a whole number from 1 to 1600`;
  return z
    .string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 1600, message);
};

/** What to draw, in MapLibre's terms. Web mercator ends at 85 degrees. Unknown parameters are ignored. */
export const stillRequest = z.object({
  lat: number('lat', -85, 85),
  lng: number('lng', -180, 180),
  zoom: number('zoom', 5, 18),
  width: pixels('width'),
  height: pixels('height'),
  theme: z.enum(['light', 'dark'], "parameter 'theme' takes light or dark").default('light'),
});
