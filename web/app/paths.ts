/** Every address of the product, in one place; the specification's route table. */
export const paths = {
  root: '/',
  intro: '/intro',
  signUp: '/signup',
  logIn: '/login',
  map: '/map',
  reserve: (spotId: string) => `/reserve/${encodeURIComponent(spotId)}`,
  reserveParking: (zoneId: string) => `/reserve-parking/${encodeURIComponent(zoneId)}`,
  reservations: '/reservations',
  activity: '/activity',
  directions: '/directions',
  parkingStatus: '/parking-status',
  parkingRating: '/parking-rating',
  wallet: '/wallet',
  messages: '/messages',
  account: '/account',
  settings: '/settings',
} as const;
