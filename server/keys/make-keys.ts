import { generateKeys } from './generate-keys.ts';

const { authSigningKeys, publishableKey, secretKey, pushKey } = await generateKeys();
process.stdout.write(
  `AUTH_SIGNING_KEYS='${authSigningKeys}'\nPUBLISHABLE_KEY='${publishableKey}'\nSECRET_KEY='${secretKey}'\nPUSH_KEY='${pushKey}'\n`,
);
