/** The tabs of Setup, in their order; the name is what stands in the address. */
export const SETUP_TABS = [
  { name: 'weekends', label: 'Weekends' },
  { name: 'races', label: 'Races' },
  { name: 'cars', label: 'Cars' },
  { name: 'filter', label: 'Purple Sector Filter' },
  { name: 'results', label: 'Results' },
  { name: 'live-timing', label: 'Live Timing' },
  { name: 'reports', label: 'PDF Reports' },
  { name: 'drivers', label: 'Drivers' },
  { name: 'moderation', label: 'Chat Moderation' },
  { name: 'users', label: 'Users' },
] as const

export type SetupTab = (typeof SETUP_TABS)[number]['name']

/** The tab an address names; Weekends where it names none. */
export const tabNamed = (name: string | null): SetupTab =>
  SETUP_TABS.find((tab) => tab.name === name)?.name ?? 'weekends'

export const tabAddress = (tab: SetupTab): string => `?tab=${tab}`

/** Where the categories are managed: a view of the races' tab, for all weekends alike. */
export const CATEGORIES_VIEW = 'categories'
export const categoriesAddress = `${tabAddress('races')}&view=${CATEGORIES_VIEW}`

/** What others may read, and where they are told: a view of the reports' tab. */
export const WEBHOOKS_VIEW = 'webhooks'
export const webhooksAddress = `${tabAddress('reports')}&view=${WEBHOOKS_VIEW}`

/** Where the classification of a race is edited. */
export const resultsAddress = (raceId: number): string => `${tabAddress('results')}&race=${raceId}`

/** What administrators did, and the ledger of one person: views of the results' tab. */
export const LOG_VIEW = 'log'
export const logAddress = `${tabAddress('results')}&view=${LOG_VIEW}`
export const POINTS_VIEW = 'points'
export const pointsAddress = `${tabAddress('results')}&view=${POINTS_VIEW}`
