import { countDays, format } from '../../domain/days/country-time.ts';
import { FISCAL_TIME } from '../../domain/fiscal/fiscal-document.ts';
import { formatCents, sumCents } from '../../domain/money/cents.ts';
import type { FiscalContent, FiscalLine } from './fiscal-content.ts';
import { type Elements, renderXml } from './sign-xml.ts';

// The XML of DGII's formats e-CF and RFCE 1.0. Elements stand in the order of the schemas, and none is empty.

/** Days and times of the country, as DGII writes them. */
const toDay = (moment: Date) => format(moment, 'dd-MM-yyyy');
const toMinute = (moment: Date) => format(moment, 'HH:mm');

const cut = (text: string, length: number) => [...text].slice(0, length).join('').trim();

const listMethods = ({ paidBy }: FiscalContent): Elements => ({
  FormaDePago: paidBy.map(({ form, amount }) => ({ FormaPago: String(form), MontoPago: formatCents(amount) })),
});

/** The taxed rates by their place in DGII's list. DGII takes no line of 18 % or 16 % without its tax. */
const TAXED_RATES = [18, 16] as const;
const isTaxed = ({ rate }: FiscalLine, { isLate }: FiscalContent) => rate !== 0 && !isLate;
const hasTax = (content: FiscalContent) => content.lines.some((line) => isTaxed(line, content));

/** The totals at each rate, whose names end in OtraMoneda where they are in another currency than pesos. */
function listTotals(content: FiscalContent, { currency = 'pesos', hasRates = true } = {}): Elements {
  const isForeign = currency !== 'pesos';
  const [end, place] = isForeign ? ['OtraMoneda', ''] : ['', 'I'];
  const taxed = content.lines.filter((line) => isTaxed(line, content));
  const rates = TAXED_RATES.flatMap((rate, index) =>
    taxed.filter((line) => line.rate === rate).map((line) => ({ line, nth: index + 1 })),
  );
  const sum = (lines: readonly FiscalLine[], part: 'net' | 'tax' | 'total') =>
    lines.length === 0
      ? undefined
      : formatCents(sumCents(lines.map((line) => (isForeign ? line.inReceipt : line)[part])));
  const listRates = (name: string, toValue: (line: FiscalLine) => string | undefined) =>
    Object.fromEntries(rates.map(({ line, nth }) => [`${name}${nth}${end}`, toValue(line)]));
  return {
    [`MontoGravadoTotal${end}`]: sum(taxed, 'net'),
    ...listRates(`MontoGravado${place}`, (line) => sum([line], 'net')),
    [`MontoExento${end}`]: sum(
      content.lines.filter((line) => !taxed.includes(line)),
      'total',
    ),
    ...(isForeign || !hasRates ? {} : listRates('ITBIS', ({ rate }) => String(rate))),
    [`TotalITBIS${end}`]: sum(taxed, 'tax'),
    ...listRates('TotalITBIS', (line) => sum([line], 'tax')),
    [`MontoTotal${end}`]: sum(content.lines, 'total'),
  };
}

function listKind(content: FiscalContent, signedAt: Date): Elements {
  const { type, encf, expiresOn, modified } = content;
  // DGII compares the days.
  const isLate = modified !== null && countDays(modified.signedAt, signedAt) > 30;
  return {
    TipoeCF: type,
    eNCF: encf,
    FechaVencimientoSecuencia: type === '31' ? toDay(expiresOn) : undefined,
    IndicadorNotaCredito: type === '34' ? (isLate ? '1' : '0') : undefined,
    IndicadorMontoGravado: hasTax(content) ? '1' : undefined,
    ...listIncome(content),
  };
}

const listIncome = (content: FiscalContent): Elements => ({
  TipoIngresos: '01',
  TipoPago: '1',
  TablaFormasPago: content.type === '34' ? undefined : listMethods(content),
});

const listBuyer = ({ buyer }: FiscalContent): Elements => ({
  RNCComprador: buyer?.taxNumber,
  RazonSocialComprador: cut(buyer?.name ?? 'CONSUMIDOR FINAL', 150),
});

function listItems(content: FiscalContent): Elements[] {
  const { parking, type, lines, exchange } = content;
  const place = [parking.zone, parking.space === null ? null : `plaza ${parking.space}`].filter(Boolean).join(', ');
  const firstDay = toDay(parking.startsAt);
  const lastDay = toDay(parking.endsAt);
  const until = [...(lastDay === firstDay ? [] : [lastDay]), toMinute(parking.endsAt)].join(' ');
  const plate = parking.plate === null ? '' : `, placa ${parking.plate}`;
  return lines.map((line, index) => {
    const price = formatCents(line.total);
    const foreign = formatCents(line.inReceipt.total);
    return {
      NumeroLinea: String(index + 1),
      // 1 is 18 %, 2 is 16 %, 4 is exempt.
      IndicadorFacturacion: isTaxed(line, content) ? String(TAXED_RATES.indexOf(line.rate === 16 ? 16 : 18) + 1) : '4',
      NombreItem: cut(`${type === '34' ? 'Devolución de estacionamiento' : 'Estacionamiento'} ${place}`, 80),
      // 2 is a service.
      IndicadorBienoServicio: '2',
      DescripcionItem: `${firstDay} de ${toMinute(parking.startsAt)} a ${until}${plate}`,
      CantidadItem: '1.00',
      UnidadMedida: '43',
      PrecioUnitarioItem: price,
      OtraMonedaDetalle: exchange === null ? undefined : { PrecioOtraMoneda: foreign, MontoItemOtraMoneda: foreign },
      MontoItem: price,
    };
  });
}

/** DGII's schemas have Neiba, the only municipality with a code out of line, as 030001. */
const toMunicipality = (code: string) => (code === '030100' ? '030001' : code);

/** Two digits are of the province; the others are zero where the code is of a whole province. */
const listPlace = (code: string | null): Elements => ({
  Municipio: code === null || code.endsWith('0000') ? undefined : toMunicipality(code),
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
  const { issuer, receiptNumber, type, buyer, exchange } = content;
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
        OtraMoneda:
          exchange === null
            ? undefined
            : { TipoMoneda: exchange.currency, TipoCambio: exchange.rate.toFixed(4), ...listTotals(content, exchange) },
      },
      DetallesItems: { Item: listItems(content) },
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
        Totales: listTotals(content, { hasRates: false }),
        CodigoSeguridadeCF: securityCode,
      },
    },
  });
}
