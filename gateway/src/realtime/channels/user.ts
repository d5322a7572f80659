import { muteChanged } from '@purple-sector/contracts/chat/events'
import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { on } from '../../reaction.ts'
import { type Channel, createChannel } from '../hub/channel.ts'
import { createNewest } from '../parts/newest.ts'
import type { KindDependencies, MakeKind } from './make-kind.ts'

export const userKey = (userId: string): string => `user/${userId}`

/**
 * `user/{id}`: all sockets of one user, which nobody has to ask for. It lives for one notice, so its frames are not
 * numbered.
 */
export const userChannel = (userId: string, { clients, log }: Pick<KindDependencies, 'clients' | 'log'>): Channel =>
  createChannel({ key: userKey(userId), audience: clients.user(userId), log })

/** A user's sockets end with the session or the account, and hear of the user's own; other kinds tell them more. */
export const userKind: MakeKind = (dependencies) => {
  const { clients, frames, changes } = dependencies
  const [isNewUser, isNewMute] = [createNewest(), createNewest()]
  return {
    reactions: [
      on(sessionsRevoked, ({ hashes }) => clients.endSessions(hashes)),
      on(userChanged, ({ id, deleted }, { sequence, isRepeated }) => {
        if (deleted) for (const client of clients.ofUser(id)) client.close('sessionOver')
        // Also where nothing differs that events tell: a theme is in none of them.
        if (!isNewUser(id, sequence) || isRepeated || deleted) return
        changes.note(userKey(id))
        userChannel(id, dependencies).send(() => frames('user_updated', { userId: id }))
      }),
      on(muteChanged, ({ userId, until, reason, deleted }, { sequence }) => {
        if (!isNewMute(userId, sequence)) return
        changes.note(userKey(userId))
        const muted = deleted || until === null ? null : { until, reason }
        userChannel(userId, dependencies).send(() => frames('chat_muted', { muted }))
      }),
    ],
  }
}
