import { muteChanged, roomChanged } from '@purple-sector/contracts/chat/events'
import type { RoomType } from '@purple-sector/contracts/chat/http'
import { republishes } from '@purple-sector/messaging'
import { refOf } from './rooms/room.ts'

const BATCH_SIZE = 500

type RoomRow = { type: RoomType; id: number; slow_mode_seconds: number }
type MuteRow = { user_id: string; until: Date; reason: string }

/** Republishes the state of rooms with slow mode, and of mutes. */
export const republishers = [
  republishes(roomChanged, async (sql, cursor) => {
    const [, type = '', id = '0'] = /^(\w+)\/(\d{1,10})$/.exec(cursor ?? '') ?? []
    const { rows } = await sql.raw<{ rows: RoomRow[] }>(
      `select type, id, slow_mode_seconds from rooms
       where slow_mode_seconds > 0 and (type, id) > (?, ?::integer) order by type, id limit ?`,
      [type, id, BATCH_SIZE],
    )
    const last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined
    return {
      states: rows.map((row) => ({ ...refOf(row), slowModeSeconds: row.slow_mode_seconds, deleted: false })),
      next: last && `${last.type}/${last.id}`,
    }
  }),
  republishes(muteChanged, async (sql, cursor) => {
    const { rows } = await sql.raw<{ rows: MuteRow[] }>(
      'select user_id, until, reason from mutes where user_id > ? order by user_id limit ?',
      [cursor ?? '', BATCH_SIZE],
    )
    const last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined
    return {
      states: rows.map(({ user_id: userId, until, reason }) => ({
        ...{ userId, until: until.toISOString(), reason, deleted: false },
      })),
      next: last?.user_id,
    }
  }),
]
