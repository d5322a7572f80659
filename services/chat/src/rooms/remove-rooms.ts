import { roomChanged } from '@purple-sector/contracts/chat/events'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { type Room, refOf } from './room.ts'

const BATCH_SIZE = 5_000
const INTERVAL_MS = 2_000

/** Deletes rows of a room in batches; each statement returns as many rows as it deleted. */
const STEPS = [
  `delete from messages where ctid = any(array(
     select ctid from messages where room_type = :type and room_id = :id limit :batch)) returning 1`,
  `delete from read_marks where ctid = any(array(
     select ctid from read_marks where room_type = :type and room_id = :id limit :batch)) returning 1`,
]

/** Deletes the room's row and its pending removal, and publishes the end of its slow mode. */
const removeRoom = (database: Database, room: Room): Promise<void> =>
  database.transaction(async (sql) => {
    await sql('pending_room_removals').where(room).delete()
    const [row] = await sql('rooms').where(room).delete().returning('slow_mode_seconds')
    if (row?.slow_mode_seconds > 0)
      await outbox(sql).append(roomChanged, { ...refOf(room), slowModeSeconds: 0, deleted: true })
  })

/** Rooms of deleted weekends and groups whose rows are still to be removed. They are no longer readable or writable. */
export const pendingRoomRemovals = (sql: Database | Transaction) => ({
  async add({ type, id }: Room): Promise<void> {
    await sql('pending_room_removals').insert({ type, id }).onConflict().ignore()
  },
  list: (): Promise<Room[]> => sql('pending_room_removals').select('type', 'id'),
})

/** Removes messages and read marks of deleted rooms. Their mark in `deleted_subjects` stays. */
const removeRooms = async (database: Database): Promise<void> => {
  for (const room of await pendingRoomRemovals(database).list()) {
    for (const step of STEPS)
      for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
        const { rows } = await database.raw<{ rows: unknown[] }>(step, { ...room, batch: BATCH_SIZE })
        removed = rows.length
      }
    await removeRoom(database, room)
  }
}

export const startRoomRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'remove deleted rooms',
    due: 'select from pending_room_removals',
    work: () => removeRooms(database),
  })
