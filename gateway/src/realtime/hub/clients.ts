import { gauge } from '@purple-sector/metrics'
import type { Audience } from './channel.ts'
import type { Client } from './client.ts'

const openSockets = gauge('gateway_sockets')

const NO_CLIENTS: readonly Client[] = []

/** Indexes clients by a key. Nearly every key has one socket, which is stored without an array. */
const createIndex = (keyOf: (client: Client) => string) => {
  const entries = new Map<string, Client | readonly Client[]>()
  const get = (key: string): readonly Client[] => {
    const found = entries.get(key)
    if (!found) return NO_CLIENTS
    return 'length' in found ? found : [found]
  }
  const store = (key: string, [first, ...rest]: readonly Client[]): void => {
    if (!first) entries.delete(key)
    else entries.set(key, rest.length > 0 ? [first, ...rest] : first)
  }
  return {
    get,
    keys: () => entries.keys(),
    add: (client: Client) => store(keyOf(client), [...get(keyOf(client)), client]),
    remove: (client: Client) =>
      store(
        keyOf(client),
        get(keyOf(client)).filter((other) => other !== client),
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
  /** The audience of a user's sockets, for channels without subscription. */
  user(userId: string): Audience
}

/** Indexes the sockets of this process by session and by user. */
export const createClients = (): Clients => {
  const bySession = createIndex(({ sessionHash }) => sessionHash)
  const byUser = createIndex(({ userId }) => userId)
  const all = new Set<Client>()

  return {
    add(client) {
      bySession.add(client)
      byUser.add(client)
      all.add(client)
      openSockets.inc()
    },
    remove(client) {
      if (!all.delete(client)) return
      bySession.remove(client)
      byUser.remove(client)
      openSockets.dec()
    },
    ofSession: bySession.get,
    ofUser: byUser.get,
    all: () => all,
    sessionHashes: bySession.keys,
    endSessions(hashes) {
      for (const hash of hashes) for (const client of bySession.get(hash)) client.close('sessionOver')
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
        return byUser.get(userId).length
      },
      forEach: (visit) => {
        for (const client of byUser.get(userId)) visit(undefined, client)
      },
    }),
  }
}
