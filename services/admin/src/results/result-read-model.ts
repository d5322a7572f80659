import type { Result } from '@purple-sector/contracts/admin/http'
import type { Database } from '@purple-sector/database'
import type { Revision } from './result.ts'
import { resultRepository } from './result-repository.ts'

/** Returns a result as a reply: rows in the order they were sent, each with its car as the result names it. */
export const resultReply = (raceId: number, revision: Revision): Result => ({
  raceId,
  revision: revision.revision,
  status: revision.status,
  reason: revision.reason,
  publishedAt: revision.publishedAt.toISOString(),
  classification: revision.classification,
})

export const resultReadModel = (database: Database) => ({
  async current(raceId: number): Promise<Result | undefined> {
    const revision = await resultRepository(database).current(raceId)
    return revision && resultReply(raceId, revision)
  },
})
