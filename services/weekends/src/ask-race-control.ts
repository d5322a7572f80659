import { currentResultSchema } from '@purple-sector/contracts/admin/internal'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import type { StoredRace } from './races/race.ts'

/** What this service must know of race control before a write, because an event may still be on its way. */
export type RaceControl = {
  /** The session with the result it has at this moment; with the one known here where race control does not answer. */
  withPresentResult(race: StoredRace): Promise<StoredRace>
}

export const askRaceControl = (calls: ServiceCalls, log: Logger): RaceControl => ({
  async withPresentResult(race) {
    try {
      const path = `/internal/races/${race.id}/result`
      const reply = await calls.call('admin', { method: 'GET', path, timeoutMs: 2_000 })
      if (reply.status === 404) return race
      if (reply.status !== 200) throw new Error(`race control answered ${reply.status}`)
      const { revision, status } = currentResultSchema.parse(reply.body)
      if (revision === null || revision <= (race.resultRevision ?? 0)) return race
      return { ...race, resultRevision: revision, resultStatus: status }
    } catch (error) {
      log.warn({ err: error, raceId: race.id }, 'race control did not tell the result of a session')
      return race
    }
  },
})
