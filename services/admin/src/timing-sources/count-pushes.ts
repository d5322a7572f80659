import type { Database } from '@purple-sector/database'
import { sourceRepository } from './source-repository.ts'

/**
 * Counts pushed snapshots in memory and stores the counts at intervals, because they arrive several times a second.
 * A new source starts from zero.
 */
export const countPushes = (database: Database) => {
  const counts = new Map<number, { generation: number; count: number }>()
  return {
    add(raceId: number, generation: number): void {
      const previous = counts.get(raceId)
      counts.set(raceId, { generation, count: (previous?.generation === generation ? previous.count : 0) + 1 })
    },

    async store(): Promise<void> {
      const countsToStore = [...counts]
      counts.clear()
      for (const [raceId, { generation, count }] of countsToStore)
        await sourceRepository(database).addReceived(raceId, generation, count)
    },
  }
}
