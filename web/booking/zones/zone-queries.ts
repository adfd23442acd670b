/** The prefix of all queries about zones. */
export const ZONES_QUERY_KEY = ['zones'] as const;

export const ZONES_REFRESH_MS = 30_000;
