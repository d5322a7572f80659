import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'
import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, sessionLockChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { BusSubscription } from '@purple-sector/messaging'
import type { BoardReads } from './reads/board-reads.ts'
import type { WeekendReads } from './reads/weekend-reads.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Sessions } from './sessions/sessions.ts'

type Parts = { sessions: Sessions; realtime: Realtime; boards: BoardReads; weekendReads: WeekendReads }
type Reaction = { type: string; topic: string; react(event: DomainEvent): Promise<void> | void }

const on = <Data>(
  definition: EventDefinition<Data>,
  react: (data: Data, event: DomainEvent) => Promise<void> | void,
): Reaction => ({
  type: definition.type,
  topic: definition.topic,
  react: (event) => react(definition.data.parse(event.data), event),
})

/**
 * Everything the gateway listens to. It keeps no state of its own: an event drops copies, moves what open sockets see,
 * or has the present state fetched from its owner. So duplicates and repetitions are harmless.
 */
export const subscriptions = ({ sessions, realtime, boards, weekendReads }: Parts): Reaction[] => {
  const { rooms, herald } = realtime
  return [
    on(sessionsRevoked, async ({ hashes }) => {
      realtime.endSessions(hashes)
      await sessions.revoke(hashes)
    }),
    on(userChanged, async ({ id, deleted }) => {
      if (deleted) realtime.endUser(id)
      await sessions.forgetUser(id)
    }),
    on(weekendChanged, ({ deleted, ...weekend }) => {
      const { id } = weekend
      weekendReads.drop()
      if (deleted) rooms.held(id)?.news.deleted()
      else rooms.held(id)?.news.refresh()
      herald.changed(id, deleted ? weekend : undefined)
    }),
    on(raceChanged, ({ weekendId }) => {
      weekendReads.drop()
      rooms.held(weekendId)?.news.refresh()
    }),
    on(carChanged, ({ weekendId }) => {
      weekendReads.drop()
      rooms.held(weekendId)?.news.carsChanged()
    }),
    on(sessionLockChanged, ({ raceId, weekendId, locksAt, deleted }) => {
      weekendReads.drop()
      if (!deleted) rooms.held(weekendId)?.news.lockChanged(raceId, locksAt)
    }),
    on(resultPublished, ({ raceId, weekendId, revision, status, deleted }) => {
      weekendReads.drop()
      if (!deleted) rooms.held(weekendId)?.news.resultChanged(raceId, revision, status)
    }),
    {
      type: boardChanged.type,
      topic: boardChanged.topic,
      // Thousands of groups' boards change with one result: those that nobody here looks at are not even read.
      react({ subject, data }) {
        const [, kind, id] = subject.split('/')
        if (kind === 'group' && !rooms.heldGroup(Number(id))) return
        const change = boardChanged.data.parse(data)
        if (change.groupId !== null) {
          rooms.heldGroup(change.groupId)?.board.change(change)
          return
        }
        boards.isAtVersion(change.weekendId, change.version)
        rooms.held(change.weekendId)?.board.change(change)
      },
    },
    on(sessionScored, (scored) => {
      weekendReads.drop()
      rooms.held(scored.weekendId)?.scored(scored)
    }),
  ]
}

/** The same as one subscription: this process sees every event from now on. */
export const broadcastTo = (reactions: readonly Reaction[]): BusSubscription => {
  const reactionTo = new Map(reactions.map((reaction) => [reaction.type, reaction]))
  return {
    consumer: 'gateway',
    events: reactions,
    mode: 'broadcast',
    handle: async (event) => reactionTo.get(event.type)?.react(event),
  }
}
