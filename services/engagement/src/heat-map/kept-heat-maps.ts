import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'

/** `changedAt` is when racing changed it last. */
type HeatMap = { entries: HeatMapEntry[]; changedAt: Date | null }
type Kept = { version: number; map: Promise<HeatMap> }

/** So many weekends; hardly anybody looks at another than the one that is on. */
const MOST_KEPT = 20

export type HeatMapSource = {
  version(weekendId: number): Promise<number>
  entries(weekendId: number): Promise<HeatMapEntry[]>
  changedAt(weekendId: number): Promise<Date | null>
}

/**
 * Heat maps from memory: made once for each version of a weekend, however many ask. The version is asked of the
 * database each time, since another process may have heard what raised it.
 */
export const keptHeatMaps = ({ version, entries, changedAt }: HeatMapSource) => {
  const make = async (weekendId: number): Promise<HeatMap> => ({
    entries: await entries(weekendId),
    changedAt: await changedAt(weekendId),
  })
  const kept = new Map<number, Kept>()
  return async (weekendId: number): Promise<HeatMap> => {
    const current = await version(weekendId)
    const here = kept.get(weekendId)
    const latest = here?.version === current ? here : { version: current, map: make(weekendId) }
    // The one asked for last stands last.
    kept.delete(weekendId)
    kept.set(weekendId, latest)
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
    try {
      return await latest.map
    } catch (error) {
      if (kept.get(weekendId) === latest) kept.delete(weekendId)
      throw error
    }
  }
}
