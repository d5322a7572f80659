import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'

type Kept = { version: number; entries: Promise<HeatMapEntry[]> }

/** So many weekends; hardly anybody looks at another than the one that is on. */
const MOST_KEPT = 20

export type HeatMapSource = {
  version(weekendId: number): Promise<number>
  entries(weekendId: number): Promise<HeatMapEntry[]>
}

/**
 * Heat maps from memory: made once for each version of a weekend, however many ask. The version is asked of the
 * database each time, since another process may have heard what raised it.
 */
export const keptHeatMaps = ({ version, entries }: HeatMapSource) => {
  const kept = new Map<number, Kept>()
  return async (weekendId: number): Promise<HeatMapEntry[]> => {
    const current = await version(weekendId)
    const here = kept.get(weekendId)
    const map = here?.version === current ? here : { version: current, entries: entries(weekendId) }
    // The one asked for last stands last.
    kept.delete(weekendId)
    kept.set(weekendId, map)
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
    try {
      return await map.entries
    } catch (error) {
      if (kept.get(weekendId) === map) kept.delete(weekendId)
      throw error
    }
  }
}
