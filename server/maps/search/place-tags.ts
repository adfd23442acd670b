/** OpenStreetMap's key and value for a kind of thing. */
export type Tag = { key: string; value: string };

/** OpenStreetMap's tag for each kind of place in the map data. */
export const PLACE_TAGS = new Map<string, Tag>(
  Object.entries({
    airport: { key: 'aeroway', value: 'aerodrome' },
    cemetery: { key: 'landuse', value: 'cemetery' },
    city: { key: 'place', value: 'city' },
    government: { key: 'office', value: 'government' },
    hospital: { key: 'amenity', value: 'hospital' },
    hotel: { key: 'tourism', value: 'hotel' },
    landmark: { key: 'tourism', value: 'attraction' },
    mall: { key: 'shop', value: 'mall' },
    market: { key: 'amenity', value: 'marketplace' },
    metro: { key: 'railway', value: 'station' },
    museum: { key: 'tourism', value: 'museum' },
    park: { key: 'leisure', value: 'park' },
    restaurant: { key: 'amenity', value: 'restaurant' },
    school: { key: 'amenity', value: 'school' },
    sector: { key: 'place', value: 'suburb' },
    stadium: { key: 'leisure', value: 'stadium' },
    store: { key: 'shop', value: 'supermarket' },
    theater: { key: 'amenity', value: 'theatre' },
    university: { key: 'amenity', value: 'university' },
  }),
);
