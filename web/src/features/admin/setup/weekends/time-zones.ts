/** Where most weekends are. */
const NEARBY_ZONES = [
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
  ...new Set([...NEARBY_ZONES, present, ...Intl.supportedValuesOf('timeZone')]),
]
