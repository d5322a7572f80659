import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { type Republisher, republishes } from '@purple-sector/messaging'

const PAGE = 500

type LockRow = { race_id: number; weekend_id: number; locks_at: Date | null }

/** The present state tipping owns, told again to whoever asks: when each session locks. */
export const republishers: Republisher[] = [
  republishes(sessionLockChanged, async (sql, cursor) => {
    const rows: LockRow[] = await sql('sessions')
      .where('race_id', '>', Number(cursor ?? 0))
      .where({ deleted: false })
      .orderBy('race_id')
      .limit(PAGE)
      .select('race_id', 'weekend_id', 'locks_at')
    const states = rows.map(({ race_id, weekend_id, locks_at }) => ({
      raceId: race_id,
      weekendId: weekend_id,
      locksAt: locks_at?.toISOString() ?? null,
      deleted: false,
    }))
    return { states, next: rows.length === PAGE ? String(rows.at(-1)?.race_id) : undefined }
  }),
]
