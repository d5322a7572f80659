import type { Database } from '@purple-sector/database'

/** How long a lease lasts without being renewed. */
export const LEASE_MS = 5_000

/**
 * The one row that says which process relays this outbox, while there is something to relay. Every change of hands raises `epoch`; work is marked done
 * only under one's own epoch, so a process that was frozen cannot undo its successor's. Postgres' clock decides.
 */
export const relayLease = (database: Database, owner: string) => ({
  /** The new epoch, or undefined while another holds the lease. */
  async acquire(): Promise<number | undefined> {
    const { rows } = await database.raw<{ rows: { epoch: number | string }[] }>(
      `update relay_lease set owner = ?, epoch = epoch + 1, expires_at = clock_timestamp() + ? * interval '1 ms'
       where expires_at < clock_timestamp() returning epoch`,
      [owner, LEASE_MS],
    )
    return rows[0] && Number(rows[0].epoch)
  },

  /** Renews it, also one that has run out while nobody else has taken it; false once another relay has taken over. */
  async renew(epoch: number): Promise<boolean> {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `update relay_lease set expires_at = clock_timestamp() + ? * interval '1 ms' where owner = ? and epoch = ? returning 1`,
      [LEASE_MS, owner, epoch],
    )
    return rows.length > 0
  },

  /** Lets another take over at once. */
  async release(epoch: number): Promise<void> {
    await database.raw(`update relay_lease set expires_at = '-infinity' where owner = ? and epoch = ?`, [owner, epoch])
  },
})
