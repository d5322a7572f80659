import { Gauge } from 'prom-client'
import type { Audience } from './channel.ts'
import type { Client } from './client.ts'

const open = new Gauge({ name: 'gateway_sockets', help: 'WebSockets open in this process' })

const NO_CLIENTS: readonly Client[] = []

/** Clients by a name of theirs. Nearly every name has one socket, which is stored without an array. */
const createIndex = (nameOf: (client: Client) => string) => {
  const entries = new Map<string, Client | readonly Client[]>()
  const of = (name: string): readonly Client[] => {
    const found = entries.get(name)
    if (!found) return NO_CLIENTS
    return 'length' in found ? found : [found]
  }
  const store = (name: string, [first, ...others]: readonly Client[]): void => {
    if (!first) entries.delete(name)
    else entries.set(name, others.length > 0 ? [first, ...others] : first)
  }
  return {
    of,
    names: () => entries.keys(),
    add: (client: Client) => store(nameOf(client), [...of(nameOf(client)), client]),
    remove: (client: Client) =>
      store(
        nameOf(client),
        of(nameOf(client)).filter((other) => other !== client),
      ),
  }
}

export type Clients = {
  add(client: Client): void
  remove(client: Client): void
  ofSession(hash: string): readonly Client[]
  ofUser(userId: string): readonly Client[]
  all(): ReadonlySet<Client>
  sessionHashes(): Iterable<string>
  /** Closes the sockets of ended sessions. */
  endSessions(hashes: Iterable<string>): void
  /** The audience of all clients, for channels without subscription. */
  everyone: Audience
  /** The audience of a user's sockets, likewise. */
  user(userId: string): Audience
}

/** The sockets of this process, by session and by user. */
export const createClients = (): Clients => {
  const bySession = createIndex(({ sessionHash }) => sessionHash)
  const byUser = createIndex(({ userId }) => userId)
  const all = new Set<Client>()

  return {
    add(client) {
      bySession.add(client)
      byUser.add(client)
      all.add(client)
      open.inc()
    },
    remove(client) {
      if (!all.delete(client)) return
      bySession.remove(client)
      byUser.remove(client)
      open.dec()
    },
    ofSession: bySession.of,
    ofUser: byUser.of,
    all: () => all,
    sessionHashes: bySession.names,
    endSessions(hashes) {
      for (const hash of hashes) for (const client of bySession.of(hash)) client.close('sessionOver')
    },
    everyone: {
      get size() {
        return all.size
      },
      forEach: (visit) => {
        for (const client of all) visit(undefined, client)
      },
    },
    user: (userId) => ({
      get size() {
        return byUser.of(userId).length
      },
      forEach: (visit) => {
        for (const client of byUser.of(userId)) visit(undefined, client)
      },
    }),
  }
}
