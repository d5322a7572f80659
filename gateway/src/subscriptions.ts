import {
  engagementBoardChanged,
  heatMapChanged,
  notificationsMade,
  notificationsRead,
} from '@purple-sector/contracts/engagement/events'
import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, seasonBoardChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import {
  openCompetition,
  openSeason,
  type SeasonScope,
  type WeekendScope,
} from '@purple-sector/contracts/tipping/scope'
import {
  carChanged,
  categoryChanged,
  raceChanged,
  seasonChanged,
  weekendChanged,
} from '@purple-sector/contracts/weekends/events'
import type { BusSubscription } from '@purple-sector/messaging'
import { inSpan } from '@purple-sector/telemetry/trace'
import { z } from 'zod'
import { type EventHandler, on } from './event-handler.ts'
import type { CountReads } from './reads/count-reads.ts'
import type { LeaderboardReads } from './reads/leaderboard-reads.ts'
import type { SharedReads } from './reads/shared-reads.ts'
import { isOpenBoard } from './realtime/parts/leaderboard.ts'
import { isOpenScope } from './realtime/parts/season-leaderboard.ts'
import type { Sessions } from './sessions/sessions.ts'

type Parts = {
  sessions: Pick<Sessions, 'revoke' | 'invalidateUser' | 'invalidateUserIfChanged'>
  leaderboards: Pick<LeaderboardReads<WeekendScope>, 'setVersion' | 'invalidate'>
  seasonLeaderboards: Pick<LeaderboardReads<SeasonScope>, 'setVersion' | 'invalidate'>
  engagementBoards: Pick<LeaderboardReads<WeekendScope>, 'setVersion' | 'invalidate'>
  weekends: Pick<SharedReads, 'invalidate'>
  heatMaps: Pick<SharedReads, 'invalidate'>
  counts: Pick<CountReads, 'invalidate'>
  /** Handlers of all kinds of channels. */
  channels: readonly EventHandler[]
}

/** Parses only the version of a changed leaderboard, because cached pages need no rows. */
const version = z.object({ weekendId: z.number(), version: z.number() })
const leaderboardVersionChanged = { ...boardChanged, data: version }
const engagementVersionChanged = { ...engagementBoardChanged, data: version }
/** Parses only the user ids of notifications, because cached counts need no more. */
const notifiedUsers = {
  ...notificationsMade,
  data: z.object({ notifications: z.array(z.object({ userId: z.string() })) }),
}

/**
 * Everything the gateway subscribes to: updates of its channels, and invalidation of its caches.
 * All its state is either republished or fetched again, so duplicates and republished events are harmless.
 */
export const subscriptions = (parts: Parts): EventHandler[] => {
  const { sessions, leaderboards, seasonLeaderboards, engagementBoards, weekends, heatMaps, counts, channels } = parts
  return [
    ...channels,
    on(sessionsRevoked, ({ hashes }) => sessions.revoke(hashes)),
    // A rebuild in another service republishes the state of every user, mostly unchanged.
    on(userChanged, (user, { isReplay }) =>
      isReplay ? sessions.invalidateUserIfChanged(user) : sessions.invalidateUser(user.id),
    ),
    on(categoryChanged, () => {
      weekends.invalidate()
      heatMaps.invalidate()
    }),
    on(weekendChanged, ({ deleted }) => {
      weekends.invalidate()
      if (!deleted) return
      leaderboards.invalidate()
      seasonLeaderboards.invalidate()
      engagementBoards.invalidate()
      heatMaps.invalidate()
      counts.invalidate()
    }),
    on(seasonChanged, ({ deleted }) => {
      weekends.invalidate()
      if (deleted) seasonLeaderboards.invalidate()
    }),
    on(raceChanged, () => weekends.invalidate()),
    on(carChanged, () => weekends.invalidate()),
    on(sessionScored, () => weekends.invalidate()),
    // No pages of groups are cached (docs/adr/0031-one-scope.md).
    on(
      leaderboardVersionChanged,
      ({ weekendId, version }) => leaderboards.setVersion(openCompetition(weekendId), version),
      isOpenBoard,
    ),
    on(
      seasonBoardChanged,
      ({ seasonId, version }) => seasonLeaderboards.setVersion(openSeason(seasonId), version),
      isOpenScope,
    ),
    on(engagementVersionChanged, ({ weekendId, version }) =>
      engagementBoards.setVersion(openCompetition(weekendId), version),
    ),
    on(heatMapChanged, () => heatMaps.invalidate()),
    on(notifiedUsers, ({ notifications }) => {
      for (const { userId } of notifications) counts.invalidate(userId)
    }),
    on(notificationsRead, ({ userId }) => counts.invalidate(userId)),
  ]
}

/** Builds one broadcast subscription from the handlers: this process receives every event from now on. */
export const broadcastTo = (eventHandlers: readonly EventHandler[]): BusSubscription => {
  const handlersOf = Map.groupBy(eventHandlers, ({ type }) => type)
  return {
    consumer: 'gateway',
    events: eventHandlers,
    mode: 'broadcast',
    async handle(event) {
      const relevant = (handlersOf.get(event.type) ?? []).filter(({ isRelevant }) => isRelevant(event.subject))
      if (relevant.length === 0) return
      // All handlers start at once: revoked sessions end here before anything waits for a cache.
      const handleAll = () => Promise.all(relevant.map(async ({ handle }) => handle(event)))
      const attributes = { service: 'gateway', 'messaging.message.id': event.id }
      await inSpan({ name: `process ${event.type}`, kind: 'consumer', attributes }, handleAll)
    },
  }
}
