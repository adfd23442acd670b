import { format } from '../../domain/days/country-time.ts';
import { FISCAL_TIME, type FiscalType, toEncf } from '../../domain/fiscal/fiscal-document.ts';
import { type Cents, formatCents } from '../../domain/money/cents.ts';
import { renderXml } from './sign-xml.ts';

// What is said about documents, as XML of DGII's formats 1.0.

export type VoidedNumbers = { issuer: string; type: FiscalType; first: number; last: number };

/** Says that numbers are never used (ANECF). */
export function buildVoid({ issuer, type, first, last }: VoidedNumbers, moment: Date): string {
  const count = String(last - first + 1);
  const numbers = { SecuenciaeNCFDesde: toEncf(type, first), SecuenciaeNCFHasta: toEncf(type, last) };
  return renderXml({
    ANECF: {
      Encabezado: {
        Version: '1.0',
        RncEmisor: issuer,
        CantidadeNCFAnulados: count,
        FechaHoraAnulacioneNCF: format(moment, FISCAL_TIME),
      },
      DetalleAnulacion: {
        Anulacion: {
          NoLinea: '1',
          TipoeCF: type,
          TablaRangoSecuenciasAnuladaseNCF: { Secuencias: numbers },
          CantidadeNCFAnulados: count,
        },
      },
    },
  });
}

const REJECTIONS = { specification: '1', signature: '2', duplicate: '3', buyer: '4' } as const;

/** Why a document that is for this taxpayer was not received. */
export type Rejection = keyof typeof REJECTIONS;

type Acknowledgement = { issuer: string; buyer: string; encf: string; rejection: Rejection | null };

/** The response to the sender of a document (ARECF). */
export function buildAcknowledgement({ issuer, buyer, encf, rejection }: Acknowledgement, moment: Date): string {
  return renderXml({
    ARECF: {
      DetalleAcusedeRecibo: {
        Version: '1.0',
        RNCEmisor: issuer,
        RNCComprador: buyer,
        eNCF: encf,
        Estado: rejection === null ? '0' : '1',
        CodigoMotivoNoRecibido: rejection === null ? undefined : REJECTIONS[rejection],
        FechaHoraAcuseRecibo: format(moment, FISCAL_TIME),
      },
    },
  });
}

export type Approval = {
  issuer: string;
  encf: string;
  issuedOn: Date;
  amount: Cents;
  buyer: string;
  /** Why the document is rejected; null where it is approved. */
  reason: string | null;
  decidedAt: Date;
};

/** What a buyer says of a document (ACECF). */
export function buildApproval({ issuer, encf, issuedOn, amount, buyer, reason, decidedAt }: Approval): string {
  return renderXml({
    ACECF: {
      DetalleAprobacionComercial: {
        Version: '1.0',
        RNCEmisor: issuer,
        eNCF: encf,
        FechaEmision: format(issuedOn, 'dd-MM-yyyy'),
        MontoTotal: formatCents(amount),
        RNCComprador: buyer,
        Estado: reason === null ? '1' : '2',
        DetalleMotivoRechazo: reason ?? undefined,
        FechaHoraAprobacionComercial: format(decidedAt, FISCAL_TIME),
      },
    },
  });
}
