import { randomUUID } from 'node:crypto';
import type { Sql } from '../supabase-server/connections/sql.ts';

/** A document whose signature is good: the name of its root, and the texts of its elements by their names. */
export type SignedDocument = { root: string; values: ReadonlyMap<string, string>; signatureValue: string };

/** @returns null unless the text is a document with a good signature */
export type ReadSigned = (xml: string) => SignedDocument | null;

/** A document as it was sent, with the name of its file. */
export type Upload = { xml: string; name: string };

/** What changes the decision on a document. */
type DocumentFault = 'reject-signature' | 'reject-content' | 'conditional';

const ACCEPTED = 1;
const REJECTED = 2;
const CONDITIONAL = 4;
const STATES: Record<number, string> = { 1: 'Aceptado', 2: 'Rechazado', 3: 'En Proceso', 4: 'Aceptado Condicional' };

/** DGII takes no document with an empty element outside of its signature. */
export const hasEmptyElement = (xml: string) => /<(\w+)><\/\1>|<\w+\/>/.test(xml.split('<Signature ', 1)[0] ?? '');

/** Whether the totals are the sums of their parts, and the tax of each rate is that of its base, give or take a cent. */
function hasRightSums({ values }: SignedDocument): boolean {
  const cents = (name: string) => Math.round(Number(values.get(name) ?? 0) * 100);
  const sum = (name: string) => cents(`${name}1`) + cents(`${name}2`);
  const isTaxOf = (place: number, rate: number) =>
    Math.abs(cents(`TotalITBIS${place}`) - (cents(`MontoGravadoI${place}`) * rate) / 100) <= 2;
  const total = cents('MontoGravadoTotal') + cents('TotalITBIS') + cents('MontoExento');
  const areRates = sum('MontoGravadoI') === cents('MontoGravadoTotal') && isTaxOf(1, 18) && isTaxOf(2, 16);
  return areRates && sum('TotalITBIS') === cents('TotalITBIS') && total === cents('MontoTotal');
}

export const readText = ({ values }: SignedDocument, name: string) => values.get(name) ?? '';

type Decision = { verdict: number; message: string | null; isSpent: boolean };

const reject = (message: string, isSpent: boolean): Decision => ({ verdict: REJECTED, message, isSpent });

const describe = ({ verdict, message, isSpent }: Decision) => ({
  codigo: verdict,
  estado: STATES[verdict],
  mensajes: message === null ? [] : [{ codigo: message.split(' ')[0], valor: message.split(' ').slice(1).join(' ') }],
  secuenciaUtilizada: isSpent,
});

const UNKNOWN = { codigo: 0, estado: 'No encontrado', mensajes: [] };

/** What DGII says of ranges of numbers that an issuer never uses. */
export function voidRange(range: SignedDocument | null) {
  const isGood =
    range?.root === 'ANECF' &&
    /^(\d{9}|\d{11})$/.test(readText(range, 'RncEmisor')) &&
    readText(range, 'SecuenciaeNCFDesde') <= readText(range, 'SecuenciaeNCFHasta');
  return describe(isGood ? { verdict: ACCEPTED, message: null, isSpent: true } : reject('Firma inválida', true));
}

type DocumentsOptions = { sql: Sql; readSigned: ReadSigned; hasFault: (fault: DocumentFault) => boolean };

/** Decides on documents as DGII does, and keeps those with a number in the database. */
export function createDocuments({ sql, readSigned, hasFault }: DocumentsOptions) {
  /** Rejected documents that have used up no number, by their track. */
  const unnumbered = new Map<string, Decision>();

  /** Keeps a document with its number. */
  async function keep(document: SignedDocument, encf: string, trackId: string): Promise<Decision> {
    const issuer = readText(document, 'RNCEmisor');
    const buyer = readText(document, 'RNCComprador');
    const code = readText(document, 'CodigoSeguridadeCF') || document.signatureValue.slice(0, 6);
    const modified = readText(document, 'NCFModificado');
    const total = readText(document, 'MontoTotal');
    const tax = readText(document, 'TotalITBIS') || '0';
    return sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('simulated dgii'), hashtext(${encf}))`;
      const [known] = await tx`
        select from parqueo_server.simulated_fiscal_documents where issuer = ${issuer} and encf = ${encf}`;
      if (known) return reject('1209 El e-NCF ya fue utilizado', true);
      if (modified !== '') {
        const [original] = await tx`
          select from parqueo_server.simulated_fiscal_documents
          where issuer = ${issuer} and encf = ${modified} and verdict <> 2`;
        if (original === undefined) return reject('614 El e-NCF modificado no ha sido emitido', false);
      }
      const verdict = hasFault('reject-content') ? REJECTED : hasFault('conditional') ? CONDITIONAL : ACCEPTED;
      const message = verdict === ACCEPTED ? null : '2001 El monto no cuadra';
      await tx`
        insert into parqueo_server.simulated_fiscal_documents
          (issuer, encf, buyer, security_code, track_id, verdict, message, total, tax)
        values (${issuer}, ${encf}, ${buyer}, ${code}, ${trackId}, ${verdict}, ${message}, ${total}, ${tax})`;
      return { verdict, message, isSpent: true };
    });
  }

  async function decide({ xml, name }: Upload, root: string, trackId: string): Promise<Decision> {
    const received = hasFault('reject-signature') ? null : readSigned(xml);
    if (received?.root !== root) return reject('Firma inválida', false);
    const encf = readText(received, 'eNCF');
    const issuer = readText(received, 'RNCEmisor');
    if (name !== `${issuer}${encf}.xml`) return reject('3243 El nombre del archivo no es válido', false);
    if (hasEmptyElement(xml) || !/^E(31|32|34)\d{10}$/.test(encf)) return reject('El XML no es válido', false);
    if (!hasRightSums(received)) return reject('2001 El monto no cuadra', true);
    return keep(received, encf, trackId);
  }

  async function findTrack(trackId: string): Promise<Decision | undefined> {
    const [row] = await sql<Decision[]>`
      select verdict, message, true as "isSpent" from parqueo_server.simulated_fiscal_documents
      where track_id = ${trackId.slice(0, 64)}`;
    return row;
  }

  /** What anybody who holds a document may ask of it. */
  async function describeNumber({ rncemisor = '', ncfelectronico = '', rnccomprador = '', codigoseguridad = '' }) {
    const [row] = await sql<(Decision & { montoTotal: number; totalITBIS: number })[]>`
      select verdict, message, true as "isSpent", total::float8 as "montoTotal", tax::float8 as "totalITBIS"
      from parqueo_server.simulated_fiscal_documents
      where (issuer, encf, buyer, security_code) = (${rncemisor}, ${ncfelectronico}, ${rnccomprador}, ${codigoseguridad})`;
    if (row === undefined) return UNKNOWN;
    const { montoTotal, totalITBIS } = row;
    const ids = { rncEmisor: rncemisor, ncfElectronico: ncfelectronico, rncComprador: rnccomprador || null };
    return { ...describe(row), ...ids, montoTotal, totalITBIS, codigoSeguridad: codigoseguridad };
  }

  return {
    /** A document that is decided on later. @returns its track */
    async receive(upload: Upload): Promise<string> {
      const trackId = randomUUID();
      const decision = await decide(upload, 'ECF', trackId);
      if ((await findTrack(trackId)) === undefined) unnumbered.set(trackId, decision);
      return trackId;
    },
    /** A summary of a document, which is decided on at once. */
    receiveSummary: async (upload: Upload) => describe(await decide(upload, 'RFCE', randomUUID())),
    async describeTrack(trackId: string) {
      const found = (await findTrack(trackId)) ?? unnumbered.get(trackId);
      return found === undefined ? UNKNOWN : describe(found);
    },
    describeNumber,
  };
}
