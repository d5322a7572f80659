import { roomChanged } from '@purple-sector/contracts/chat/events'
import type { Database } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { DUE_ROOM_REMOVALS, pendingRoomRemovals } from './pending-room-removal-repository.ts'
import { type Room, refOf } from './room.ts'
import { deleteRowsOfRoom } from './room-rows-sql.ts'

const INTERVAL_MS = 2_000

/** Deletes the room's row and its pending removal, and publishes the end of its slow mode. */
const removeRoom = (database: Database, room: Room): Promise<void> =>
  database.transaction(async (sql) => {
    await sql('pending_room_removals').where(room).delete()
    const [row] = await sql('rooms').where(room).delete().returning('slow_mode_seconds')
    if (row?.slow_mode_seconds > 0)
      await outbox(sql).append(roomChanged, { ...refOf(room), slowModeSeconds: 0, deleted: true })
  })

/** Removes messages and read marks of deleted rooms. Their mark in `deleted_subjects` stays. */
const removeRooms = async (database: Database): Promise<void> => {
  for (const room of await pendingRoomRemovals(database).list()) {
    await deleteRowsOfRoom(database, room)
    await removeRoom(database, room)
  }
}

export const startRoomRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'remove deleted rooms',
    due: DUE_ROOM_REMOVALS,
    work: () => removeRooms(database),
  })
