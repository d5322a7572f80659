import type { Database, Transaction } from '@purple-sector/database'

/** No attempt takes so long; what is left over of those that failed before tipping heard of them goes then. */
const FORGOTTEN_AFTER = "interval '1 day'"

/**
 * Attempts to publish a first result. Tipping closes the session before the result is stored, so it must be able to
 * learn whether it was: an attempt stores its result only while its row is there, and takes that away in the same
 * transaction. Whoever else removes the row waits for that transaction and then knows how it ended, for good.
 */
export const publishAttempts = (sql: Database | Transaction) => ({
  async begin(id: string, raceId: number): Promise<void> {
    await sql.raw(
      `with forgotten as (delete from publish_attempts where begun_at < clock_timestamp() - ${FORGOTTEN_AFTER})
       insert into publish_attempts (id, race_id) values (?, ?)`,
      [id, raceId],
    )
  },

  /** Removes them; answers how many were still there. */
  async end(ids: readonly string[]): Promise<number> {
    return sql('publish_attempts').whereIn('id', ids).delete()
  },
})
