import { muteChanged } from '@purple-sector/contracts/chat/events'
import { notificationsMade, notificationsRead, ownReactionsChanged } from '@purple-sector/contracts/engagement/events'
import { type Notification, notificationSchema, RACING_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { z } from 'zod'
import { on } from '../../event-handler.ts'
import { type Channel, createChannel } from '../hub/channel.ts'
import { createDeduplicator, createSequenceGuard } from '../parts/deduplicator.ts'
import { createUnreadCounts } from '../parts/unread-counts.ts'
import type { KindDependencies, MakeKind } from './make-kind.ts'

export const userKey = (userId: string): string => `user/${userId}`

/** `user/{id}`: all sockets of one user, without a subscription. Created per notice, so its frames are not numbered. */
export const userChannel = (userId: string, { clients, log }: Pick<KindDependencies, 'clients' | 'log'>): Channel =>
  createChannel({ key: userKey(userId), audience: clients.user(userId), log })

/** A result notifies nearly every user: only notifications of users connected here are parsed completely. */
const notificationsOfSome = {
  ...notificationsMade,
  data: z.object({ notifications: z.array(z.looseObject({ userId: z.string() })) }),
}

/** When a notification about racing was made; undefined for deadlines and groups, which have no spoiler delay. */
const racingTimeOf = ({ type, createdAt }: Notification): string | undefined =>
  RACING_NOTIFICATIONS.some((kind) => kind === type) ? createdAt : undefined

/** Ends a user's sockets with the session or account, and sends changes of the user's own data. */
export const userKind: MakeKind = (dependencies) => {
  const { clients, frames, changes } = dependencies
  const [isNewerUserEvent, isNewerMuteEvent] = [createSequenceGuard(), createSequenceGuard()]
  const isFirstDelivery = createDeduplicator<string>()
  const unread = createUnreadCounts({ channelOf: (userId) => userChannel(userId, dependencies), frames })
  const hasSockets = (userId: string): boolean => clients.ofUser(userId).length > 0
  return {
    eventHandlers: [
      on(sessionsRevoked, ({ hashes }) => clients.endSessions(hashes)),
      on(userChanged, ({ id, deleted }, { sequence, isReplay }) => {
        if (deleted) for (const client of clients.ofUser(id)) client.close('sessionOver')
        // Also sent if no field of the event differs, because no event contains the theme.
        if (!isNewerUserEvent(id, sequence) || isReplay || deleted) return
        changes.note(userKey(id))
        userChannel(id, dependencies).send(() => frames('user_updated', { userId: id }))
      }),
      on(muteChanged, ({ userId, until, reason, deleted }, { sequence }) => {
        if (!isNewerMuteEvent(userId, sequence)) return
        changes.note(userKey(userId))
        const muted = deleted || until === null ? null : { until, reason }
        userChannel(userId, dependencies).send(() => frames('chat_muted', { muted }))
      }),
      on(notificationsOfSome, ({ notifications }, { id }) => {
        const isChange = isFirstDelivery(id)
        for (const { userId, ...fields } of notifications) {
          changes.note(userKey(userId))
          if (!isChange || !hasSockets(userId)) continue
          const notification = notificationSchema.parse(fields)
          userChannel(userId, dependencies).send(() =>
            frames('notification', notification, undefined, racingTimeOf(notification)),
          )
        }
      }),
      on(notificationsRead, ({ userId, ...count }, { id, time }) => {
        changes.note(userKey(userId))
        if (isFirstDelivery(id) && hasSockets(userId)) unread.read(userId, count, time)
      }),
      // For the user's other screens; the screen that reacted gets its own change again.
      on(ownReactionsChanged, ({ userId, ...reactions }, { id }) => {
        changes.note(userKey(userId))
        if (isFirstDelivery(id) && hasSockets(userId))
          userChannel(userId, dependencies).send(() => frames('own_reactions', reactions))
      }),
    ],
    sweep: unread.sweep,
    close: unread.close,
  }
}
