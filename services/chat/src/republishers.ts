import { muteChanged, roomChanged } from '@purple-sector/contracts/chat/events'
import { republishes } from '@purple-sector/messaging'
import { muteRepository } from './moderation/mute-repository.ts'
import { slowRoomsAfter } from './rooms/slow-mode-read-model.ts'

const BATCH_SIZE = 500

/** Republishes the state of rooms with slow mode, and of mutes. */
export const republishers = [
  republishes(roomChanged, (sql, cursor) => slowRoomsAfter(sql, cursor, BATCH_SIZE)),
  republishes(muteChanged, async (sql, cursor) => {
    const mutes = await muteRepository(sql).listAfter(cursor ?? '', BATCH_SIZE)
    return {
      states: mutes.map(({ userId, until, reason }) => ({
        userId,
        until: until.toISOString(),
        reason,
        deleted: false,
      })),
      next: mutes.length === BATCH_SIZE ? mutes.at(-1)?.userId : undefined,
    }
  }),
]
