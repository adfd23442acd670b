/** The addresses with a parameter, as the router writes them. */
export const patterns = {
  reserve: '/reserve/:spaceId',
  reserveParking: '/reserve-parking/:zoneId',
  receipt: '/receipt/:id',
  payment: '/payment/:id',
  sign: '/p/:sign',
  conversation: '/messages/:id',
  staffStay: '/staff/stay/:id',
} as const;

const fill = (pattern: string, value: string) => pattern.replace(/:\w+$/, () => encodeURIComponent(value));

/** Every address of the product, in one place; the specification's route table. */
export const paths = {
  root: '/',
  intro: '/intro',
  signUp: '/signup',
  logIn: '/login',
  forgotPassword: '/forgot-password',
  setPassword: '/set-password',
  enterCode: '/enter-code',
  followLink: '/follow-link',
  removeFactor: '/remove-factor',
  terms: '/terms',
  privacy: '/privacy',
  map: '/map',
  zones: '/zones',
  reserve: (spaceId: string) => fill(patterns.reserve, spaceId),
  reserveParking: (zoneId: string) => fill(patterns.reserveParking, zoneId),
  /** Where the code of a sign leads. */
  sign: (sign: string) => fill(patterns.sign, sign),
  parkNow: '/park-now',
  arrivalTime: '/arrival-time',
  reservations: '/reservations',
  changeReservation: '/change-reservation',
  activity: '/activity',
  directions: '/directions',
  parkingStatus: '/parking-status',
  parkingRating: '/parking-rating',
  wallet: '/wallet',
  receipt: (id: string) => fill(patterns.receipt, id),
  payment: (id: string) => fill(patterns.payment, id),
  messages: '/messages',
  conversation: (id: string) => fill(patterns.conversation, id),
  operatorConversation: '/messages/operator',
  account: '/account',
  profile: '/profile',
  settings: '/settings',
  owner: '/owner',
  admin: '/admin',
  spaceSigns: '/admin/signs',
  accountingMonth: '/admin/month',
  shifts: '/admin/shifts',
  fiscal: '/admin/fiscal',
  rates: '/admin/rates',
  staff: '/staff',
  staffPlate: '/staff/plate',
  staffRates: '/staff/rates',
  staffShift: '/staff/shift',
  staffTeam: '/staff/team',
  staffSell: '/staff/sell',
  staffStay: (id: string) => fill(patterns.staffStay, id),
  staffInvitation: '/staff/invitation',
  /** A tab of the back office; `filters` are the parameters of its table. */
  adminTab: (tab: string, filters: Record<string, string>) => `/admin?${new URLSearchParams({ tab, ...filters })}`,
} as const;

let mapSearch = '';

/** Keeps what the map shows for the way back to it. */
export function keepMapAddress(search: string): void {
  mapSearch = search;
}

/** The map as this page showed it last. */
export const getMapAddress = () => (mapSearch === '' ? paths.map : `${paths.map}?${mapSearch}`);

/** Every path, with `*` in the place of a parameter. The build hands them to the server. */
export function listPaths(): string[] {
  const addresses = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('*', {})));
  return [...new Set(addresses.map((address) => address.replace(/\?.*/, '')))];
}
