import { randomBytes } from 'node:crypto'
import type { Cache } from '@purple-sector/cache'
import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import { type Logger, runPeriodically } from '@purple-sector/service-kit'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import type { FastifyPluginAsync } from 'fastify'
import type { DeadlineClock } from '../deadline-clock.ts'
import type { EventHandler } from '../event-handler.ts'
import type { InternalApi } from '../internal-api.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { administratorsKind } from './channels/administrators.ts'
import { communityKind } from './channels/community.ts'
import { EVERYONE, everyoneKind } from './channels/everyone.ts'
import { groupKind } from './channels/group.ts'
import type { MakeKind } from './channels/make-kind.ts'
import { seasonKind } from './channels/season.ts'
import { timingKind } from './channels/timing.ts'
import { userKey, userKind } from './channels/user.ts'
import { weekendKind } from './channels/weekend.ts'
import { countSockets } from './count-sockets.ts'
import { createHandshakeLimits } from './handshake/handshake-limits.ts'
import { socketRoute } from './handshake/socket-route.ts'
import type { Client } from './hub/client.ts'
import { createClients } from './hub/clients.ts'
import { createDraining } from './hub/connection-draining.ts'
import { frameWriter } from './hub/frames.ts'
import { createHub } from './hub/hub.ts'
import { createRecentChanges } from './hub/recent-changes.ts'
import { createCategories } from './parts/categories.ts'
import { createLiveRaces } from './parts/live-races.ts'
import { createRecentPeople } from './parts/recent-people.ts'
import { createPeers } from './peers.ts'

/** All kinds of channels. */
const kinds: readonly MakeKind[] = [
  userKind,
  everyoneKind,
  administratorsKind,
  weekendKind,
  groupKind,
  seasonKind,
  communityKind,
  timingKind,
]

export type Realtime = {
  /** `/ws`. */
  route: FastifyPluginAsync
  /** Event handlers of the channels. */
  eventHandlers: readonly EventHandler[]
  /** Loads memberships and the first channels; accepts sockets when that is done. */
  load(): Promise<void>
  /** Closes the sockets of ended sessions. */
  endSessions(hashes: readonly string[]): void
  /** Rejects new sockets, and drains the open ones to other gateways, if there are any. */
  drain(): Promise<void>
  /** Closes all sockets, waits a moment, and terminates the rest. */
  stop(): Promise<void>
}

type Options = {
  cache: Pick<Cache, 'gauge'>
  internalApi: InternalApi
  timings: VisibleTimings
  /** The status of live timing; undefined if race control is not installed. */
  liveTiming(): Promise<Omit<LiveTimingStatus, 'clientCount'> | undefined>
  /** Whether the season exists, by its owner. */
  hasSeason(seasonId: number): Promise<boolean>
  sessions: Sessions
  publicUrl: string | undefined
  cookieName: string
  clock: Pick<DeadlineClock, 'now'>
  log: Logger
}

const SWEEP_MS = 60_000

/** Creates the realtime part: `/ws`, the hub behind it, and the kinds of channels. */
export const createRealtime = (options: Options): Realtime => {
  const { internalApi, hasSeason, sessions, timings, clock, log } = options
  // Each process has a new epoch: a client that receives another epoch discards its last `seq`.
  const frames = frameWriter(randomBytes(6).toString('base64url'))
  const clients = createClients()
  const limits = createHandshakeLimits()
  const categories = createCategories(internalApi.categories)
  const changes = createRecentChanges()
  const people = createRecentPeople()
  const isAdmin = ({ sessionHash }: Client): boolean => sessions.peek(sessionHash)?.isAdmin ?? false
  const { now } = clock
  const live = createLiveRaces({ timings, fetchLiveTimingStatus: options.liveTiming, internalApi, frames, now, log })
  const shared = { categories, people, ...live }
  const dependencies = { clients, internalApi, hasSeason, frames, changes, isAdmin, now, log, ...shared }
  const hub = createHub({
    clients,
    changes,
    impliedSubscriptions: ({ userId }) => [EVERYONE, userKey(userId)],
    kinds: kinds.map((make) => make(dependencies)),
    frames,
    now,
    log,
  })
  /** Before memberships are loaded, subscriptions to groups would be rejected, and clients do not retry them. */
  let isOpen = false
  let isStopping = false

  /** Ends sockets of expired sessions. No event announces an expiry, so this runs periodically. */
  const endExpired = async (): Promise<void> => {
    const uncachedHashes = [...clients.sessionHashes()].filter((hash) => !sessions.peek(hash))
    const expiredHashes = await Promise.all(
      uncachedHashes.map(async (hash) => ((await sessions.resolve(hash)) === undefined ? [hash] : [])),
    )
    clients.endSessions(expiredHashes.flat())
  }
  const sweep = runPeriodically(SWEEP_MS, log, 'sweep of socket sessions', async () => {
    limits.sweep(performance.now())
    await endExpired()
  })

  const counting = countSockets({ cache: options.cache, clients, log })
  const peers = createPeers({ cache: options.cache, log })
  const drain = createDraining({ clients, frames, hasPeers: peers.hasOthers, log })

  return {
    route: socketRoute({
      ...{ ...options, hub, clients, limits, frames },
      isReady: () => isOpen,
      onRejected: drain.noteRejected,
    }),
    eventHandlers: hub.eventHandlers,
    async load() {
      await hub.load()
      isOpen = !isStopping
      if (isOpen) peers.announce()
    },
    endSessions: clients.endSessions,
    async drain() {
      isStopping = true
      isOpen = false
      await peers.withdraw()
      await drain.run()
    },
    async stop() {
      isStopping = true
      isOpen = false
      await peers.withdraw()
      await sweep.stop()
      await counting.stop()
      await hub.stop()
    },
  }
}
