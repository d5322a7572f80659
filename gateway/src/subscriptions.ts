import {
  engagementBoardChanged,
  heatMapChanged,
  notificationsMade,
  notificationsRead,
} from '@purple-sector/contracts/engagement/events'
import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { BusSubscription } from '@purple-sector/messaging'
import { z } from 'zod'
import { type EventHandler, on } from './event-handler.ts'
import type { BoardReads } from './reads/board-reads.ts'
import type { CountReads } from './reads/count-reads.ts'
import type { SharedReads } from './reads/shared-reads.ts'
import { isOpenBoard } from './realtime/parts/board.ts'
import type { Sessions } from './sessions/sessions.ts'

type Parts = {
  sessions: Pick<Sessions, 'revoke' | 'forgetUser' | 'reviewUser'>
  boards: Pick<BoardReads, 'isAtVersion' | 'drop'>
  engagementBoards: Pick<BoardReads, 'isAtVersion' | 'drop'>
  weekends: Pick<SharedReads, 'drop'>
  heatMaps: Pick<SharedReads, 'drop'>
  counts: Pick<CountReads, 'drop'>
  /** Handlers of all kinds of channels. */
  channels: readonly EventHandler[]
}

/** Cached board pages need only the version of a changed board: its rows are not even parsed. */
const version = z.object({ weekendId: z.number(), version: z.number() })
const boardVersionChanged = { ...boardChanged, data: version }
const engagementVersionChanged = { ...engagementBoardChanged, data: version }
/** Likewise of notifications: only the users whose counts changed. */
const onNotification = {
  ...notificationsMade,
  data: z.object({ notifications: z.array(z.object({ userId: z.string() })) }),
}

/**
 * Everything the gateway subscribes to: updates of its channels, and invalidation of its caches.
 * The gateway stores nothing that is not published or requested again, so duplicates and republished events are
 * harmless.
 */
export const subscriptions = (parts: Parts): EventHandler[] => {
  const { sessions, boards, engagementBoards, weekends, heatMaps, counts, channels } = parts
  return [
    ...channels,
    on(sessionsRevoked, ({ hashes }) => sessions.revoke(hashes)),
    // A rebuild in another service republishes the state of every user, mostly unchanged.
    on(userChanged, (user, { isReplay }) => (isReplay ? sessions.reviewUser(user) : sessions.forgetUser(user.id))),
    on(categoryChanged, () => {
      weekends.drop()
      heatMaps.drop()
    }),
    on(weekendChanged, ({ deleted }) => {
      weekends.drop()
      if (!deleted) return
      boards.drop()
      engagementBoards.drop()
      heatMaps.drop()
      counts.drop()
    }),
    on(raceChanged, () => weekends.drop()),
    on(carChanged, () => weekends.drop()),
    on(sessionScored, () => weekends.drop()),
    on(boardVersionChanged, ({ weekendId, version }) => boards.isAtVersion(weekendId, version), isOpenBoard),
    on(engagementVersionChanged, ({ weekendId, version }) => engagementBoards.isAtVersion(weekendId, version)),
    on(heatMapChanged, () => heatMaps.drop()),
    on(onNotification, ({ notifications }) => {
      for (const { userId } of notifications) counts.drop(userId)
    }),
    on(notificationsRead, ({ userId }) => counts.drop(userId)),
  ]
}

/** The handlers as one broadcast subscription: this process sees every event from now on. */
export const broadcastTo = (eventHandlers: readonly EventHandler[]): BusSubscription => {
  const handlersOf = Map.groupBy(eventHandlers, ({ type }) => type)
  return {
    consumer: 'gateway',
    events: eventHandlers,
    mode: 'broadcast',
    async handle(event) {
      // All handlers start at once: revoked sessions end here before anything waits for a cache.
      const done = (handlersOf.get(event.type) ?? []).map(async ({ handle }) => handle(event))
      await Promise.all(done)
    },
  }
}
