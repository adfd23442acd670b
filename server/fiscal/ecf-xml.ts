import { countDays, format } from '../../domain/days/country-time.ts';
import { FISCAL_TIME } from '../../domain/fiscal/fiscal-document.ts';
import { formatCents, sumCents, toCents } from '../../domain/money/cents.ts';
import type { FiscalContent } from './fiscal-content.ts';
import { type Elements, renderXml } from './sign-xml.ts';

// The XML of DGII's formats e-CF and RFCE 1.0. Elements stand in the order of the schemas, and none is empty.

/** Days and times of the country, as DGII writes them. */
const toDay = (moment: Date) => format(moment, 'dd-MM-yyyy');
const toMinute = (moment: Date) => format(moment, 'HH:mm');

const cut = (text: string, length: number) => [...text].slice(0, length).join('').trim();

/** DGII has no code for a wallet or PayPal; 8 is "another form of payment". */
const METHOD_CODES = { card: '3', wallet: '8', paypal: '8' } as const;

function listMethods({ paidBy }: FiscalContent): Elements {
  const codes = [...new Set(paidBy.map(({ method }) => METHOD_CODES[method]))];
  const sum = (code: string) =>
    sumCents(paidBy.filter(({ method }) => METHOD_CODES[method] === code).map(({ amount }) => amount));
  return { FormaDePago: codes.map((code) => ({ FormaPago: code, MontoPago: formatCents(sum(code)) })) };
}

/** The place of a rate in DGII's list, and its code on the line of an item. */
const RATES = { 18: { place: 1, code: '1' }, 16: { place: 2, code: '2' } } as const;
const toRate = ({ tax, taxRate }: FiscalContent) => (tax === 0 ? null : taxRate === 16 ? 16 : 18);

function listTotals(content: FiscalContent, isSummary = false): Elements {
  const total = formatCents(content.amount);
  const rate = toRate(content);
  if (rate === null) return { MontoExento: total, MontoTotal: total };
  const { place } = RATES[rate];
  const net = formatCents(toCents(content.amount - content.tax));
  const tax = formatCents(content.tax);
  return {
    ...{ MontoGravadoTotal: net, [`MontoGravadoI${place}`]: net },
    [`ITBIS${place}`]: isSummary ? undefined : String(rate),
    ...{ TotalITBIS: tax, [`TotalITBIS${place}`]: tax, MontoTotal: total },
  };
}

function listKind(content: FiscalContent, signedAt: Date): Elements {
  const { type, encf, expiresOn, modified } = content;
  // The tax is not given back after 30 days.
  const isLate = modified !== null && countDays(modified.signedAt, signedAt) > 30;
  return {
    ...{ TipoeCF: type, eNCF: encf },
    FechaVencimientoSecuencia: type === '31' ? toDay(expiresOn) : undefined,
    IndicadorNotaCredito: type === '34' ? (isLate ? '1' : '0') : undefined,
    IndicadorMontoGravado: toRate(content) === null ? undefined : '1',
    ...listIncome(content),
  };
}

const listIncome = (content: FiscalContent): Elements => ({
  ...{ TipoIngresos: '01', TipoPago: '1' },
  TablaFormasPago: content.type === '34' ? undefined : listMethods(content),
});

const listBuyer = ({ buyer }: FiscalContent): Elements => ({
  RNCComprador: buyer?.taxNumber,
  RazonSocialComprador: cut(buyer?.name ?? 'CONSUMIDOR FINAL', 150),
});

function listItem(content: FiscalContent): Elements {
  const { parking, amount, type } = content;
  const rate = toRate(content);
  const place = [parking.zone, parking.space === null ? null : `plaza ${parking.space}`].filter(Boolean).join(', ');
  const [firstDay, lastDay] = [toDay(parking.startsAt), toDay(parking.endsAt)];
  const until = [...(lastDay === firstDay ? [] : [lastDay]), toMinute(parking.endsAt)].join(' ');
  const plate = parking.plate === null ? '' : `, placa ${parking.plate}`;
  return {
    NumeroLinea: '1',
    IndicadorFacturacion: rate === null ? '4' : RATES[rate].code,
    NombreItem: cut(`${type === '34' ? 'Devolución de estacionamiento' : 'Estacionamiento'} ${place}`, 80),
    // 2 is a service.
    IndicadorBienoServicio: '2',
    DescripcionItem: `${firstDay} de ${toMinute(parking.startsAt)} a ${until}${plate}`,
    ...{ CantidadItem: '1.00', UnidadMedida: '43' },
    ...{ PrecioUnitarioItem: formatCents(amount), MontoItem: formatCents(amount) },
  };
}

/** Two digits are of the province; the others are zero where the code is of a whole province. */
const listPlace = (code: string | null): Elements => ({
  Municipio: code === null || code.endsWith('0000') ? undefined : code,
  Provincia: code === null ? undefined : `${code.slice(0, 2)}0000`,
});

function listModified({ modified, amount }: FiscalContent): Elements | undefined {
  if (modified === null) return undefined;
  const isWhole = modified.amount === amount;
  return {
    NCFModificado: modified.encf,
    FechaNCFModificado: toDay(modified.signedAt),
    CodigoModificacion: isWhole ? '1' : '3',
    RazonModificacion: isWhole ? 'Devolución de todo lo pagado' : 'Devolución de una parte de lo pagado',
  };
}

/** An e-CF before it is signed. */
export function buildEcf(content: FiscalContent, signedAt: Date): string {
  const { issuer, receiptNumber, type, buyer } = content;
  return renderXml({
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: listKind(content, signedAt),
        Emisor: {
          RNCEmisor: issuer.taxNumber,
          RazonSocialEmisor: cut(issuer.name, 150),
          DireccionEmisor: cut(issuer.address, 100),
          ...listPlace(issuer.placeCode),
          NumeroFacturaInterna: `R-${String(receiptNumber).padStart(6, '0')}`,
          FechaEmision: toDay(signedAt),
        },
        Comprador: type === '34' && buyer === null ? undefined : listBuyer(content),
        Totales: listTotals(content),
      },
      DetallesItems: { Item: listItem(content) },
      InformacionReferencia: listModified(content),
      FechaHoraFirma: format(signedAt, FISCAL_TIME),
    },
  });
}

/** The summary of an E32 that DGII gets in its place. */
export function buildSummary(content: FiscalContent, signedAt: Date, securityCode: string): string {
  const { type, encf, issuer } = content;
  return renderXml({
    RFCE: {
      Encabezado: {
        Version: '1.0',
        IdDoc: { TipoeCF: type, eNCF: encf, ...listIncome(content) },
        Emisor: {
          RNCEmisor: issuer.taxNumber,
          RazonSocialEmisor: cut(issuer.name, 150),
          FechaEmision: toDay(signedAt),
        },
        Comprador: listBuyer(content),
        Totales: listTotals(content, true),
        CodigoSeguridadeCF: securityCode,
      },
    },
  });
}
