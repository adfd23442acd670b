/** Code and message by kind. The contract defines 200, 40001 and 40080; the other codes are the simulator's. */
const RESPONSES = {
  success: { code: 200, msg: 'success' },
  badParameter: { code: 40000, msg: 'Invalid parameter' },
  tokenExpired: { code: 40001, msg: 'The access token has expired' },
  badCredentials: { code: 40002, msg: 'The appid or the secret is wrong' },
  unknownDevice: { code: 40004, msg: 'The device does not exist' },
  deviceOffline: { code: 40030, msg: 'The device is offline' },
  addressNotAllowed: { code: 40080, msg: 'The IP address is not in the white list' },
};

/** The body of every response; the HTTP status is 200. */
export function buildVendorResponse(kind: keyof typeof RESPONSES, data: unknown = null) {
  const { code, msg } = RESPONSES[kind];
  return { code, data, msg };
}
