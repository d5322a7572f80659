/** Where most weekends are. */
const NEAR = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Perth',
  'Australia/Hobart',
  'Pacific/Auckland',
]

/** The zones to choose from, the near ones first; the present one is always among them. */
export const timeZones = (present: string): string[] => [
  ...new Set([...NEAR, present, ...Intl.supportedValuesOf('timeZone')]),
]
