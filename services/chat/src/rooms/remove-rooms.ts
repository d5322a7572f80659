import { roomChanged } from '@purple-sector/contracts/chat/events'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { type Room, refOf } from './room.ts'

const BATCH_SIZE = 5_000
const INTERVAL_MS = 2_000

/** What is removed of a room, a batch at a time; each statement answers as many rows as it removed. */
const STEPS = [
  `delete from messages where ctid = any(array(
     select ctid from messages where room_type = :type and room_id = :id limit :batch)) returning 1`,
  `delete from reads where ctid = any(array(
     select ctid from reads where room_type = :type and room_id = :id limit :batch)) returning 1`,
]

/** What is left goes together: that there is nothing more to remove, and what is told of a room that was not as others. */
const removeRoom = (database: Database, room: Room): Promise<void> =>
  database.transaction(async (sql) => {
    await sql('rooms_to_remove').where(room).delete()
    const [row] = await sql('rooms').where(room).delete().returning('slow_mode_seconds')
    if (row?.slow_mode_seconds > 0)
      await outbox(sql).append(roomChanged, { ...refOf(room), slowModeSeconds: 0, deleted: true })
  })

/** The rooms of weekends and groups that were deleted. Nobody has seen them since, and nobody writes in them. */
export const roomsToRemove = (sql: Database | Transaction) => ({
  async add({ type, id }: Room): Promise<void> {
    await sql('rooms_to_remove').insert({ type, id }).onConflict().ignore()
  },
  list: (): Promise<Room[]> => sql('rooms_to_remove').select('type', 'id'),
})

/** Removes what was in rooms that are gone. The mark that keeps them gone stays for ever. */
const removeRooms = async (database: Database): Promise<void> => {
  for (const room of await roomsToRemove(database).list()) {
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
    name: 'removal of rooms',
    due: 'select from rooms_to_remove',
    work: () => removeRooms(database),
  })
