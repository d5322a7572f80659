import type { roomChanged } from '@purple-sector/contracts/chat/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'
import { type Room, refOf } from './room.ts'

type Row = Room & { slow_mode_seconds: number }
type RoomState = z.infer<typeof roomChanged.data>

/** Reads the next states of rooms with slow mode by type and id, after the cursor. */
export const slowRoomsAfter = async (
  sql: Transaction,
  cursor: string | undefined,
  limit: number,
): Promise<{ states: RoomState[]; next: string | undefined }> => {
  const [, type = '', id = '0'] = /^(\w+)\/(\d{1,10})$/.exec(cursor ?? '') ?? []
  const { rows } = await sql.raw<{ rows: Row[] }>(
    `select type, id, slow_mode_seconds from rooms
     where slow_mode_seconds > 0 and (type, id) > (?, ?::integer) order by type, id limit ?`,
    [type, id, limit],
  )
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    states: rows.map((row) => ({ ...refOf(row), slowModeSeconds: row.slow_mode_seconds, deleted: false })),
    next: last && `${last.type}/${last.id}`,
  }
}
