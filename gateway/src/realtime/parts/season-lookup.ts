import { unavailable } from '@purple-sector/service-kit/errors'
import type { ServiceReply } from '../../forwarding/read-from-service.ts'

/** Creates a lookup of seasons at their owner; channels of one season that open together share one read. */
export const createSeasonLookup = (read: (path: string) => Promise<Pick<ServiceReply, 'status'>>) => {
  const pending = new Map<number, Promise<boolean>>()
  const find = async (seasonId: number): Promise<boolean> => {
    try {
      const { status } = await read(`/api/seasons/${seasonId}`)
      if (status !== 200 && status !== 404) throw unavailable('The season can’t be loaded right now.')
      return status === 200
    } finally {
      pending.delete(seasonId)
    }
  }
  /** Whether the season exists. Rejects if its owner does not say so. */
  return (seasonId: number): Promise<boolean> => {
    const found = pending.get(seasonId) ?? find(seasonId)
    pending.set(seasonId, found)
    return found
  }
}
