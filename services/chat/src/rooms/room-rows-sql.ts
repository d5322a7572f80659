import type { Database } from '@purple-sector/database'
import type { Room } from './room.ts'

const BATCH_SIZE = 5_000

/** Each statement returns as many rows as it deleted. */
const STEPS = [
  `delete from messages where ctid = any(array(
     select ctid from messages where room_type = :type and room_id = :id limit :batch)) returning 1`,
  `delete from read_marks where ctid = any(array(
     select ctid from read_marks where room_type = :type and room_id = :id limit :batch)) returning 1`,
]

/** Deletes the messages and read marks of a room in batches, each committed by itself. */
export const deleteRowsOfRoom = async (database: Database, room: Room): Promise<void> => {
  for (const step of STEPS)
    for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
      const { rows } = await database.raw<{ rows: unknown[] }>(step, { ...room, batch: BATCH_SIZE })
      removed = rows.length
    }
}
