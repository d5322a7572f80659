import type { Database } from '@purple-sector/database'
import { sourceRepository } from './source-repository.ts'

/**
 * How many snapshots came by push: counted here, and stored now and then, for they come several times a second. What one
 * source has sent is not counted for the next.
 */
export const countPushes = (database: Database) => {
  const counts = new Map<number, { generation: number; count: number }>()
  return {
    add(raceId: number, generation: number): void {
      const known = counts.get(raceId)
      counts.set(raceId, { generation, count: (known?.generation === generation ? known.count : 0) + 1 })
    },

    async store(): Promise<void> {
      const due = [...counts]
      counts.clear()
      for (const [raceId, { generation, count }] of due)
        await sourceRepository(database).addReceived(raceId, generation, count)
    },
  }
}
