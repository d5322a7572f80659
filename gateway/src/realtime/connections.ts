import { Gauge } from 'prom-client'
import type { Connection } from './connection.ts'

const open = new Gauge({ name: 'gateway_sockets', help: 'WebSockets open in this process' })

/** docs/contract.md, Realtime: 10 sockets a session. */
const PER_SESSION = 10

export type Connections = {
  /** Reserves a place for a handshake under way; undefined when the session has its ten. */
  reserve(sessionHash: string): { take(connection: Connection): void; give(): void } | undefined
  remove(connection: Connection): void
  ofSession(hash: string): Iterable<Connection>
  ofUser(userId: string): Iterable<Connection>
  all(): Iterable<Connection>
  sessionHashes(): Iterable<string>
  size(): number
}

/** The sockets of this process, by session. */
export const createConnections = (): Connections => {
  const bySession = new Map<string, readonly Connection[]>()
  const reserved = new Map<string, number>()
  const all = new Set<Connection>()

  const release = (hash: string): void => {
    const left = (reserved.get(hash) ?? 0) - 1
    if (left > 0) reserved.set(hash, left)
    else reserved.delete(hash)
  }

  return {
    reserve(hash) {
      const held = (bySession.get(hash)?.length ?? 0) + (reserved.get(hash) ?? 0)
      if (held >= PER_SESSION) return undefined
      reserved.set(hash, (reserved.get(hash) ?? 0) + 1)
      return {
        give: () => release(hash),
        take(connection) {
          release(hash)
          bySession.set(hash, [...(bySession.get(hash) ?? []), connection])
          all.add(connection)
          open.inc()
        },
      }
    },
    remove(connection) {
      if (!all.delete(connection)) return
      open.dec()
      const left = bySession.get(connection.sessionHash)?.filter((other) => other !== connection) ?? []
      if (left.length > 0) bySession.set(connection.sessionHash, left)
      else bySession.delete(connection.sessionHash)
    },
    ofSession: (hash) => bySession.get(hash) ?? [],
    ofUser: (userId) => [...all].filter((connection) => connection.userId === userId),
    all: () => all,
    sessionHashes: () => bySession.keys(),
    size: () => all.size,
  }
}
