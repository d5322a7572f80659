/** The tabs of Setup in order; `name` is the value in the URL. */
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

/** Returns the tab that the URL names; Weekends when it names none. */
export const tabNamed = (name: string | null): SetupTab =>
  SETUP_TABS.find((tab) => tab.name === name)?.name ?? 'weekends'

export const tabAddress = (tab: SetupTab): string => `?tab=${tab}`

/** URL of the seasons, a view of the Weekends tab. */
export const SEASONS_VIEW = 'seasons'
export const seasonsAddress = `${tabAddress('weekends')}&view=${SEASONS_VIEW}`

/** URL of category management, a view of the Races tab that is the same for all weekends. */
export const CATEGORIES_VIEW = 'categories'
export const categoriesAddress = `${tabAddress('races')}&view=${CATEGORIES_VIEW}`

/** URL of open data and webhooks, a view of the Reports tab. */
export const WEBHOOKS_VIEW = 'webhooks'
export const webhooksAddress = `${tabAddress('reports')}&view=${WEBHOOKS_VIEW}`

/** Returns the URL of the classification editor of a race. */
export const resultsAddress = (raceId: number): string => `${tabAddress('results')}&race=${raceId}`

/** Views of the Results tab: the audit log, and the points ledger of one user. */
export const LOG_VIEW = 'log'
export const logAddress = `${tabAddress('results')}&view=${LOG_VIEW}`
export const POINTS_VIEW = 'points'
export const pointsAddress = `${tabAddress('results')}&view=${POINTS_VIEW}`
