import compilerFor from 'osrm-text-instructions';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMapsApi } from '../maps-api.ts';

const app = createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' } });
const answerSchema = z.object({
  routes: z.tuple([z.object({ legs: z.tuple([z.object({ steps: z.array(z.looseObject({})) })]) })]),
});

/** The sentences that the OSRM project's own client makes of a trip. */
async function instructions(language: string, coordinates: string): Promise<string[]> {
  const answer = await app.request(`/route/v1/driving/${coordinates}?steps=true`);
  const { routes } = answerSchema.parse(await answer.json());
  return routes[0].legs[0].steps.map((step) => compilerFor('v5').compile(language, step));
}

test('the client of the OSRM project reads the steps and speaks them', async () => {
  expect(await instructions('en', '-69.9339,18.483;-69.9300,18.4634')).toEqual([
    'Head east on Av. John F. Kennedy',
    'Turn right onto Av. Lope de Vega',
    'Make a slight left onto Av. Abraham Lincoln',
    'You have arrived at your destination, on the right',
  ]);
});

test('the same steps are spoken in Spanish', async () => {
  expect((await instructions('es', '-69.9339,18.483;-69.9300,18.4634'))[1]).toBe(
    'Gira a la derecha en Av. Lope de Vega',
  );
});
