/** Everything that was read of zones is kept under this key. */
export const ZONES_QUERY_KEY = ['zones'] as const;

/** Free spaces come and go while somebody looks at them. */
export const ZONES_REFRESH_MS = 30_000;
