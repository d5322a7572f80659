import { sessionsRevoked, userChanged } from '@purple-sector/contracts/identity/events'
import { on } from '../../reaction.ts'
import { type Channel, createChannel } from '../hub/channel.ts'
import type { KindDependencies, MakeKind } from './make-kind.ts'

export const userKey = (userId: string): string => `user/${userId}`

/**
 * `user/{id}`: all sockets of one user, which nobody has to ask for. It lives for one notice, so its frames are not
 * numbered.
 */
export const userChannel = (userId: string, { clients, log }: Pick<KindDependencies, 'clients' | 'log'>): Channel =>
  createChannel({ key: userKey(userId), audience: clients.user(userId), log })

/** A user's sockets end with the session or the account; other kinds tell them what concerns the user. */
export const userKind: MakeKind = ({ clients }) => ({
  reactions: [
    on(sessionsRevoked, ({ hashes }) => clients.endSessions(hashes)),
    on(userChanged, ({ id, deleted }) => {
      if (deleted) for (const client of clients.ofUser(id)) client.close('sessionOver')
    }),
  ],
})
