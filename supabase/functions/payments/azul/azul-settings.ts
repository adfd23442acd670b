import type { CallProvider } from '../call-provider.ts';

export const AZUL_ENVIRONMENTS = ['production', 'test', 'contingency'] as const;
export type AzulEnvironment = (typeof AZUL_ENVIRONMENTS)[number];

export const AZUL_ADDRESSES: Record<AzulEnvironment, { page: string; service: string }> = {
  production: {
    page: 'https://pagos.azul.com.do/PaymentPage/Default.aspx',
    service: 'https://pagos.azul.com.do/webservices/JSON/Default.aspx',
  },
  test: {
    page: 'https://pruebas.azul.com.do/PaymentPage/',
    service: 'https://pruebas.azul.com.do/webservices/JSON/Default.aspx',
  },
  contingency: {
    page: 'https://contpagos.azul.com.do/PaymentPage/Default.aspx',
    service: 'https://contpagos.azul.com.do/Webservices/JSON/default.aspx',
  },
};

/** How AZUL's webservice takes the days of a search. `off`: it does not list sales of the Payment Page. */
export const AZUL_SEARCHES = ['YYYY-MM-DD', 'YYYYMMDD', 'off'] as const;
export type AzulSearch = (typeof AZUL_SEARCHES)[number];

/** A contract of its own, which many merchants of the Payment Page do not have. */
export type AzulService = {
  url: string;
  auth1: string;
  auth2: string;
  search: AzulSearch;
  /** Presents the client certificate. */
  call: CallProvider;
};

export const AZUL_CURRENCIES = ['DOP', 'USD'] as const;
export type AzulCurrency = (typeof AZUL_CURRENCIES)[number];

export type Azul = {
  merchantId: string;
  merchantName: string;
  merchantType: string;
  authKey: string;
  currencyCode: string;
  /** What this merchant number charges in. The simulated merchant has none of its own and takes the installation's. */
  currency?: AzulCurrency | undefined;
  pageUrl: string;
  service?: AzulService | undefined;
};

/** Whether an amount is in the currency of the merchant number, in which AZUL reads it. */
export const chargesIn = (currency: string, { currency: own }: Azul): boolean => own === undefined || own === currency;
