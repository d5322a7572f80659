import type { Database } from '@purple-sector/database'

/** Time for which a lease is valid without renewal. */
export const LEASE_TTL_MS = 5_000

/**
 * Repository of the lease that makes one process relay this outbox, while there are events to publish.
 *
 * Every change of owner raises `epoch`. Published events are removed only under the current epoch, so a process that
 * was frozen cannot undo the work of its successor. Expiry is decided by the clock of Postgres.
 */
export const relayLease = (database: Database, owner: string) => ({
  /** Returns the new epoch, or undefined while another relay owns the lease. */
  async acquire(): Promise<number | undefined> {
    const { rows } = await database.raw<{ rows: { epoch: number | string }[] }>(
      `update relay_lease set owner = ?, epoch = epoch + 1, expires_at = clock_timestamp() + ? * interval '1 ms'
       where expires_at < clock_timestamp() returning epoch`,
      [owner, LEASE_TTL_MS],
    )
    return rows[0] && Number(rows[0].epoch)
  },

  /** Renews the lease, even an expired one that no other relay has acquired; false once another relay has. */
  async renew(epoch: number): Promise<boolean> {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `update relay_lease set expires_at = clock_timestamp() + ? * interval '1 ms' where owner = ? and epoch = ? returning 1`,
      [LEASE_TTL_MS, owner, epoch],
    )
    return rows.length > 0
  },

  /** Lets another relay acquire the lease at once. */
  async release(epoch: number): Promise<void> {
    await database.raw(`update relay_lease set expires_at = '-infinity' where owner = ? and epoch = ?`, [owner, epoch])
  },
})
