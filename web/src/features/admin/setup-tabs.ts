/** The tabs of Setup, in their order; the name is what stands in the address. */
export const SETUP_TABS = [
  { name: 'weekends', label: 'Weekends' },
  { name: 'races', label: 'Races' },
  { name: 'cars', label: 'Cars' },
  { name: 'filter', label: 'Purple Sector Filter' },
  { name: 'results', label: 'Results' },
] as const

export type SetupTab = (typeof SETUP_TABS)[number]['name']

/** The tab an address names; Weekends where it names none. */
export const tabNamed = (name: string | null): SetupTab =>
  SETUP_TABS.find((tab) => tab.name === name)?.name ?? 'weekends'

export const tabAddress = (tab: SetupTab): string => `?tab=${tab}`

/** Where the categories are managed: a view of the races' tab, for all weekends alike. */
export const CATEGORIES_VIEW = 'categories'
export const categoriesAddress = `${tabAddress('races')}&view=${CATEGORIES_VIEW}`

/** Where the classification of a race is edited. */
export const resultsAddress = (raceId: number): string => `${tabAddress('results')}&race=${raceId}`
