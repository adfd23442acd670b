/** A card of AZUL's test environment. */
export type TestCard = {
  number: string;
  brand: 'VISA' | 'MASTERCARD' | 'DISCOVER';
  /** `YYYYMM` */
  expires: string;
  /** In cents; amounts above it are declined. */
  mostCents?: number;
};

const EXPIRES = '203412';

export const DEFAULT_CARD: TestCard = { number: '4012000033330026', brand: 'VISA', expires: EXPIRES };

export const TEST_CARDS: readonly TestCard[] = [
  DEFAULT_CARD,
  { number: '5413330089600119', brand: 'MASTERCARD', expires: EXPIRES },
  { number: '6011000990099818', brand: 'DISCOVER', expires: EXPIRES },
  { number: '5424180279791732', brand: 'MASTERCARD', expires: EXPIRES },
  { number: '4260550061845872', brand: 'VISA', expires: EXPIRES },
  { number: '4005520000000129', brand: 'VISA', expires: EXPIRES, mostCents: 7500 },
];

export const findTestCard = (number: string | null | undefined): TestCard | undefined =>
  TEST_CARDS.find((card) => card.number === number);

/** As AZUL returns it: the first eight and the last four digits. */
export const maskCardNumber = (number: string): string => `${number.slice(0, 8)}****${number.slice(-4)}`;
