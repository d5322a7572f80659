import { sessionLockChanged, tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { type Republisher, republishes } from '@purple-sector/messaging'
import { tipStatesAfter } from './tips/tip-state-read-model.ts'

const PAGE_SIZE = 500

type LockRow = { race_id: number; weekend_id: number; locks_at: Date | null }

/** Republishes the states that tipping owns: when each race locks, and the current state of every tip. */
export const republishers: Republisher[] = [
  republishes(sessionLockChanged, async (sql, cursor) => {
    const rows: LockRow[] = await sql('races')
      .where('race_id', '>', Number(cursor ?? 0))
      .where({ deleted: false })
      .orderBy('race_id')
      .limit(PAGE_SIZE)
      .select('race_id', 'weekend_id', 'locks_at')
    const states = rows.map(({ race_id, weekend_id, locks_at }) => ({
      raceId: race_id,
      weekendId: weekend_id,
      locksAt: locks_at?.toISOString() ?? null,
      deleted: false,
    }))
    return { states, next: rows.length === PAGE_SIZE ? String(rows.at(-1)?.race_id) : undefined }
  }),
  republishes(tipSubmitted, async (sql, cursor) => {
    const states = await tipStatesAfter(sql, Number(cursor ?? 0), PAGE_SIZE)
    return { states, next: states.length === PAGE_SIZE ? String(states.at(-1)?.tipId) : undefined }
  }),
]
