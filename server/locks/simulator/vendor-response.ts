/** The contract defines 200, 40001 and 40080; the other codes are the simulator's. */
export const VENDOR_CODES = {
  success: 200,
  badParameter: 40000,
  tokenExpired: 40001,
  badCredentials: 40002,
  unknownDevice: 40004,
  deviceOffline: 40030,
  addressNotAllowed: 40080,
} as const;

/** The body of every response; the HTTP status is 200. */
export type SimulatedResponse = { code: number; data: unknown; msg: string };

const MESSAGES: Record<keyof typeof VENDOR_CODES, string> = {
  success: 'success',
  badParameter: 'Invalid parameter',
  tokenExpired: 'The access token has expired',
  badCredentials: 'The appid or the secret is wrong',
  unknownDevice: 'The device does not exist',
  deviceOffline: 'The device is offline',
  addressNotAllowed: 'The IP address is not in the white list',
};

export function buildVendorResponse(kind: keyof typeof VENDOR_CODES, data: unknown = null): SimulatedResponse {
  return { code: VENDOR_CODES[kind], data, msg: MESSAGES[kind] };
}
