import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { parseCertificates } from '../config/read-pem.ts';
import { findSigner } from './certificates.ts';
import type { ReadingJob, ReadingResult } from './document-reader.ts';
import { readClaims, readSigned } from './read-signed.ts';

// A thread that reads and verifies what other taxpayers send. Its first message says that it is ready.

// On Linux a priority is that of the thread that sets it: with few cores the rest of the server goes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const authorities = workerData === null ? [] : parseCertificates(String(workerData));

function read({ xml, now }: ReadingJob): ReadingResult {
  const document = readSigned(xml);
  const signer = document && findSigner(document.certificate, authorities, new Date(now));
  return document === null || signer === null
    ? { signer: null, claims: readClaims(xml) }
    : { signer, root: document.root, values: document.values, securityCode: document.signatureValue.slice(0, 6) };
}

parentPort?.on('message', (job: ReadingJob) => parentPort?.postMessage(read(job)));
parentPort?.postMessage('ready');
