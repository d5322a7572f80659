import type { Database, Transaction } from '@purple-sector/database'
import type { Room } from './room.ts'

/** SQL: whether rooms are to be removed. */
export const DUE_ROOM_REMOVALS = 'select from pending_room_removals'

/** Rooms of deleted weekends and groups whose rows are still to be removed. They are no longer readable or writable. */
export const pendingRoomRemovals = (sql: Database | Transaction) => ({
  async add({ type, id }: Room): Promise<void> {
    await sql('pending_room_removals').insert({ type, id }).onConflict().ignore()
  },
  list: (): Promise<Room[]> => sql('pending_room_removals').select('type', 'id'),
})
