import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { describeGooglePosition, suggestGooglePlaces } from './google-places.ts';

const HERE = { lat: 18.4861, lng: -69.9312 };

/** What the libraries of Google's API answer in a test. */
const libraries = vi.hoisted(() => ({ current: {} as Record<string, unknown> }));
vi.mock('./load-google-maps.ts', () => ({ loadGoogleLibrary: async (name: string) => libraries.current[name] }));

afterEach(() => setLocale(baseLocale));

const fetchAutocompleteSuggestions = vi.fn();
const fetchFields = vi.fn();

beforeEach(() => {
  fetchFields.mockReset();
  fetchAutocompleteSuggestions.mockReset().mockResolvedValue({
    suggestions: [
      { placePrediction: null },
      {
        placePrediction: {
          placeId: 'agora',
          mainText: { text: 'Ágora Mall' },
          secondaryText: null,
          text: { text: 'Ágora Mall, Santo Domingo' },
          toPlace: () => ({ fetchFields }),
        },
      },
    ],
  });
  libraries.current = {
    places: {
      AutocompleteSessionToken: class {
        readonly isToken = true;
      },
      AutocompleteSuggestion: { fetchAutocompleteSuggestions },
    },
  };
});

const geocoding = (geocode: () => Promise<unknown>) => ({
  geocoding: {
    Geocoder: class {
      geocode = geocode;
    },
  },
});

test('a search asks for places near by, in any country', async () => {
  const suggestions = await suggestGooglePlaces('ago', HERE);
  expect(suggestions).toMatchObject([{ id: 'agora', title: 'Ágora Mall', detail: '' }]);
  expect(fetchAutocompleteSuggestions).toHaveBeenCalledWith(
    expect.objectContaining({ input: 'ago', locationBias: { center: HERE, radius: 50_000 } }),
  );
  expect(fetchAutocompleteSuggestions.mock.calls[0]?.[0]).not.toHaveProperty('includedRegionCodes');
});

test('a search can be kept to one country, and is answered in the language of the driver', async () => {
  setLocale('es');
  await suggestGooglePlaces('ago', HERE, 'do');
  expect(fetchAutocompleteSuggestions).toHaveBeenCalledWith(
    expect.objectContaining({ includedRegionCodes: ['do'], language: 'es' }),
  );
});

test('a chosen place has its name, its whole address and where it is', async () => {
  const place = {
    displayName: 'Ágora Mall',
    formattedAddress: 'Av. Kennedy, Santo Domingo',
    location: { toJSON: () => HERE },
  };
  fetchFields.mockResolvedValue({ place });
  const [suggestion] = await suggestGooglePlaces('ago', HERE);
  expect(await suggestion?.locate()).toEqual({
    id: 'agora',
    title: 'Ágora Mall',
    detail: 'Av. Kennedy, Santo Domingo',
    address: 'Av. Kennedy, Santo Domingo',
    position: HERE,
  });
});

test('a chosen place of which Google does not say where it is, is a failed search', async () => {
  fetchFields.mockResolvedValue({ place: { displayName: 'Ágora Mall', location: null } });
  const [suggestion] = await suggestGooglePlaces('ago', HERE);
  await expect(suggestion?.locate()).rejects.toMatchObject({ key: 'search-failed' });
});

test("a position is described by the geocoder's first answer", async () => {
  libraries.current = geocoding(async () => ({ results: [{ formatted_address: 'Calle El Conde 1' }] }));
  expect(await describeGooglePosition(HERE)).toBe('Calle El Conde 1');
});

test('where the geocoder knows nothing there is no address, and any other refusal is an error', async () => {
  libraries.current = geocoding(async () => Promise.reject(Object.assign(new Error('none'), { code: 'ZERO_RESULTS' })));
  expect(await describeGooglePosition(HERE)).toBeNull();
  libraries.current = geocoding(async () => Promise.reject(Object.assign(new Error('no'), { code: 'REQUEST_DENIED' })));
  await expect(describeGooglePosition(HERE)).rejects.toThrow('no');
});
