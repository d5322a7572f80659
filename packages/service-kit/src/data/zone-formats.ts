import { LRUCache } from 'lru-cache'
import { atMost } from '../caching/lru-settings.ts'

/** More than the number of time zones, because one zone has several names. */
const MAX_CACHED = 1_000

/** Caches formats by time zone: creating one takes as long as formatting a hundred times. */
export const zoneFormats = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const formats = new LRUCache<string, Intl.DateTimeFormat>({
    ...atMost(MAX_CACHED),
    memoMethod: (timeZone) => new Intl.DateTimeFormat(locale, { ...options, timeZone }),
  })
  return (timeZone: string): Intl.DateTimeFormat => formats.memo(timeZone)
}
