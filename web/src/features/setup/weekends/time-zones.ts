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

/** Returns the selectable time zones, nearby ones first; always includes the current one. */
export const timeZones = (present: string): string[] => [
  ...new Set([...NEAR, present, ...Intl.supportedValuesOf('timeZone')]),
]
