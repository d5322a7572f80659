import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { on } from '../../reaction.ts'
import { createChannel } from '../hub/channel.ts'
import type { MakeKind } from './make-kind.ts'

/**
 * `user/{id}`: all sockets of one user, which nobody has to ask for. It is told of groups it came into or lost, and
 * ends with the session or the account.
 */
export const userKind: MakeKind = ({ clients, frames, log }) => ({
  name: 'user',
  reactions: [
    on(sessionsRevoked, ({ hashes }) => clients.endSessions(hashes)),
    on(userChanged, ({ id, deleted }) => {
      if (deleted) for (const client of clients.ofUser(id)) client.close('sessionOver')
    }),
    on(membershipChanged, ({ groupId, weekendId, userId }, { isRepeated }) => {
      const audience = clients.user(userId)
      if (isRepeated || audience.size === 0) return
      const channel = createChannel({ key: `user/${userId}`, audience, log })
      // Each such channel lives for one message, so its frames are not numbered.
      channel.send(() => frames('group_updated', { groupId, weekendId, deleted: false, membersChanged: true }))
    }),
  ],
})
