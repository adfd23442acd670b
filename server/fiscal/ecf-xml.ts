import { type FiscalType, toEncf, toFiscalTime } from '../../domain/fiscal/fiscal-document.ts';
import { type Cents, formatCents, sumCents, toCents } from '../../domain/money/cents.ts';

// The XML of DGII's formats e-CF, RFCE and ANECF 1.0. Elements stand in the order of the schemas, and none is empty.

/** What a fiscal document is made of. Amounts include the tax and are above zero. */
export type FiscalContent = {
  type: FiscalType;
  encf: string;
  /** The last day of the number's range. */
  expiresOn: Date;
  amount: Cents;
  tax: Cents;
  /** In percent; null where parts were charged at different rates. */
  taxRate: number | null;
  issuer: { taxNumber: string; name: string; address: string };
  buyer: { taxNumber: string; name: string } | null;
  receiptNumber: number;
  paidBy: { method: 'wallet' | 'card' | 'paypal'; amount: Cents }[];
  parking: { zone: string | null; space: string | null; start: Date; end: Date; plate: string | null };
  /** Of a note: the document that it gives money back of. */
  modified: { encf: string; signedAt: Date; amount: Cents } | null;
};

/** An element with its text or its children; undefined is left out. */
type Element = [name: string, content: string | Elements | undefined];
type Elements = (Element | undefined)[];

/** As canonical XML writes text. Control characters are not allowed in it, and white space would not be kept. */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function render(element: Element | undefined): string {
  if (element === undefined) return '';
  const [name, content = ''] = element;
  const inner = typeof content === 'string' ? escapeText(content) : content.map(render).join('');
  return inner === '' ? '' : `<${name}>${inner}</${name}>`;
}

const cut = (text: string, length: number) => [...text].slice(0, length).join('').trim();

/** Of money in the wallet DGII has no code: 8 is another way. */
const METHOD_CODES = { card: '3', wallet: '8', paypal: '8' } as const;

function listMethods({ paidBy }: FiscalContent): Elements {
  return [...new Set(paidBy.map(({ method }) => METHOD_CODES[method]))].map((code) => [
    'FormaDePago',
    [
      ['FormaPago', code],
      [
        'MontoPago',
        formatCents(sumCents(paidBy.filter((part) => METHOD_CODES[part.method] === code).map(({ amount }) => amount))),
      ],
    ],
  ]);
}

/** The place of a rate in DGII's list, and its code on the line of an item. */
const RATES = { 18: { place: 1, code: '1' }, 16: { place: 2, code: '2' } } as const;
const toRate = ({ tax, taxRate }: FiscalContent) => (tax === 0 ? null : taxRate === 16 ? 16 : 18);

function listTotals(content: FiscalContent, isSummary = false): Elements {
  const total = formatCents(content.amount);
  const rate = toRate(content);
  if (rate === null)
    return [
      ['MontoExento', total],
      ['MontoTotal', total],
    ];
  const { place } = RATES[rate];
  const net = formatCents(toCents(content.amount - content.tax));
  const tax = formatCents(content.tax);
  return [
    ['MontoGravadoTotal', net],
    [`MontoGravadoI${place}`, net],
    isSummary ? undefined : [`ITBIS${place}`, String(rate)],
    ['TotalITBIS', tax],
    [`TotalITBIS${place}`, tax],
    ['MontoTotal', total],
  ];
}

function listKind(content: FiscalContent, signedAt: Date): Elements {
  const { type, encf, expiresOn, modified } = content;
  // Beyond 30 days the tax is not given back.
  const isLate = modified !== null && toDayNumber(signedAt) - toDayNumber(modified.signedAt) > 30;
  return [
    ['TipoeCF', type],
    ['eNCF', encf],
    type === '31' ? ['FechaVencimientoSecuencia', toFiscalTime(expiresOn).day] : undefined,
    type === '34' ? ['IndicadorNotaCredito', isLate ? '1' : '0'] : undefined,
    toRate(content) === null ? undefined : ['IndicadorMontoGravado', '1'],
    ...listIncome(content),
  ];
}

const listIncome = (content: FiscalContent): Elements => [
  ['TipoIngresos', '01'],
  ['TipoPago', '1'],
  content.type === '34' ? undefined : ['TablaFormasPago', listMethods(content)],
];

/** Days of DGII's calendar since 1970. */
const toDayNumber = (moment: Date) => Math.floor((moment.getTime() - 4 * 3_600_000) / 86_400_000);

const listBuyer = ({ buyer }: FiscalContent): Elements => [
  ['RNCComprador', buyer?.taxNumber],
  ['RazonSocialComprador', cut(buyer?.name ?? 'CONSUMIDOR FINAL', 150)],
];

function listItem(content: FiscalContent): Elements {
  const { parking, amount, type } = content;
  const rate = toRate(content);
  const place = [parking.zone, parking.space === null ? null : `plaza ${parking.space}`].filter(Boolean).join(', ');
  const [start, end] = [toFiscalTime(parking.start), toFiscalTime(parking.end)];
  const until = start.day === end.day ? end.clock.slice(0, 5) : `${end.day} ${end.clock.slice(0, 5)}`;
  const plate = parking.plate === null ? '' : `, placa ${parking.plate}`;
  return [
    ['NumeroLinea', '1'],
    ['IndicadorFacturacion', rate === null ? '4' : RATES[rate].code],
    ['NombreItem', cut(`${type === '34' ? 'Devolución de estacionamiento' : 'Estacionamiento'} ${place}`, 80)],
    // A service.
    ['IndicadorBienoServicio', '2'],
    ['DescripcionItem', `${start.day} de ${start.clock.slice(0, 5)} a ${until}${plate}`],
    ['CantidadItem', '1.00'],
    ['UnidadMedida', '43'],
    ['PrecioUnitarioItem', formatCents(amount)],
    ['MontoItem', formatCents(amount)],
  ];
}

/** An e-CF before it is signed. */
export function buildEcf(content: FiscalContent, signedAt: Date): string {
  const { issuer, modified, receiptNumber } = content;
  const { day, clock } = toFiscalTime(signedAt);
  const isWhole = modified?.amount === content.amount;
  return render([
    'ECF',
    [
      [
        'Encabezado',
        [
          ['Version', '1.0'],
          ['IdDoc', listKind(content, signedAt)],
          [
            'Emisor',
            [
              ['RNCEmisor', issuer.taxNumber],
              ['RazonSocialEmisor', cut(issuer.name, 150)],
              ['DireccionEmisor', cut(issuer.address, 100)],
              ['NumeroFacturaInterna', `R-${String(receiptNumber).padStart(6, '0')}`],
              ['FechaEmision', day],
            ],
          ],
          content.type === '34' && content.buyer === null ? undefined : ['Comprador', listBuyer(content)],
          ['Totales', listTotals(content)],
        ],
      ],
      ['DetallesItems', [['Item', listItem(content)]]],
      modified === null
        ? undefined
        : [
            'InformacionReferencia',
            [
              ['NCFModificado', modified.encf],
              ['FechaNCFModificado', toFiscalTime(modified.signedAt).day],
              ['CodigoModificacion', isWhole ? '1' : '3'],
              ['RazonModificacion', isWhole ? 'Devolución de todo lo pagado' : 'Devolución de una parte de lo pagado'],
            ],
          ],
      ['FechaHoraFirma', `${day} ${clock}`],
    ],
  ]);
}

/** The summary of an E32 that DGII gets in its place. */
export function buildSummary(content: FiscalContent, signedAt: Date, securityCode: string): string {
  return render([
    'RFCE',
    [
      [
        'Encabezado',
        [
          ['Version', '1.0'],
          ['IdDoc', [['TipoeCF', content.type], ['eNCF', content.encf], ...listIncome(content)]],
          [
            'Emisor',
            [
              ['RNCEmisor', content.issuer.taxNumber],
              ['RazonSocialEmisor', cut(content.issuer.name, 150)],
              ['FechaEmision', toFiscalTime(signedAt).day],
            ],
          ],
          ['Comprador', listBuyer(content)],
          ['Totales', listTotals(content, true)],
          ['CodigoSeguridadeCF', securityCode],
        ],
      ],
    ],
  ]);
}

export type VoidedNumbers = { type: FiscalType; first: number; last: number };

/** Says that numbers are never used. */
export function buildVoid({ type, first, last }: VoidedNumbers, issuer: string, moment: Date): string {
  const { day, clock } = toFiscalTime(moment);
  const count = String(last - first + 1);
  return render([
    'ANECF',
    [
      [
        'Encabezado',
        [
          ['Version', '1.0'],
          ['RncEmisor', issuer],
          ['CantidadeNCFAnulados', count],
          ['FechaHoraAnulacioneNCF', `${day} ${clock}`],
        ],
      ],
      [
        'DetalleAnulacion',
        [
          [
            'Anulacion',
            [
              ['NoLinea', '1'],
              ['TipoeCF', type],
              [
                'TablaRangoSecuenciasAnuladaseNCF',
                [
                  [
                    'Secuencias',
                    [
                      ['SecuenciaeNCFDesde', toEncf(type, first)],
                      ['SecuenciaeNCFHasta', toEncf(type, last)],
                    ],
                  ],
                ],
              ],
              ['CantidadeNCFAnulados', count],
            ],
          ],
        ],
      ],
    ],
  ]);
}

const REFUSALS = { specification: '1', duplicate: '3', buyer: '4' } as const;

/** Why a document that is for this taxpayer was not received. */
export type Refusal = keyof typeof REFUSALS;

type Acknowledgement = { issuer: string; buyer: string; encf: string; refusal: Refusal | null };

/** What whoever sent a document gets at once. */
export function buildAcknowledgement({ issuer, buyer, encf, refusal }: Acknowledgement, moment: Date): string {
  const { day, clock } = toFiscalTime(moment);
  return render([
    'ARECF',
    [
      [
        'DetalleAcusedeRecibo',
        [
          ['Version', '1.0'],
          ['RNCEmisor', issuer],
          ['RNCComprador', buyer],
          ['eNCF', encf],
          ['Estado', refusal === null ? '0' : '1'],
          refusal === null ? undefined : ['CodigoMotivoNoRecibido', REFUSALS[refusal]],
          ['FechaHoraAcuseRecibo', `${day} ${clock}`],
        ],
      ],
    ],
  ]);
}
