/** The client's status for a request that got no response. */
export const NO_RESPONSE = 0;

// Codes of PostgREST.
/** The first row of the page is beyond the last row there is. */
export const PAGE_OUT_OF_RANGE = 'PGRST103';
export const NO_SINGLE_ROW = 'PGRST116';

// SQLSTATE codes of PostgreSQL.
export const INVALID_TEXT = '22P02';
export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
export const CHECK_VIOLATION = '23514';
export const EXCLUSION_VIOLATION = '23P01';
export const INSUFFICIENT_PRIVILEGE = '42501';
