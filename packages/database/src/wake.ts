import { setTimeout as delay } from 'node:timers/promises'
import { afterCommit, outermost } from './after-commit.ts'
import type { Database, Transaction } from './open-database.ts'

/** What waits for commits: the relay for events in the outbox, chores for rows that are due. */
export type WakeTopic = 'outbox' | 'tasks'

/** Looks now; answers whether this process sees to it, so that no other need look. */
type Wake = () => boolean

type Wakes = {
  listeners: Map<WakeTopic, Set<Wake>>
  woken: WeakMap<Transaction, Set<WakeTopic>>
  notify?: ((topic: WakeTopic) => void) | undefined
}

/** By the configuration object of a database, which its transactions share. */
const ofConfig = new WeakMap<object, Wakes>()

const wakesOf = (sql: Database | Transaction): Wakes => {
  const { config } = sql.client
  const wakes = ofConfig.get(config) ?? { listeners: new Map(), woken: new WeakMap() }
  ofConfig.set(config, wakes)
  return wakes
}

/** Lets `wake` and `wakeAfterCommit` on this database call `look`; answers how to end that. */
export const onWake = (database: Database, topic: WakeTopic, look: Wake): (() => void) => {
  const { listeners } = wakesOf(database)
  const ofTopic = listeners.get(topic) ?? new Set()
  listeners.set(topic, ofTopic.add(look))
  return () => void ofTopic.delete(look)
}

const wakeHere = ({ listeners }: Wakes, topic: WakeTopic): boolean =>
  [...(listeners.get(topic) ?? [])].map((look) => look()).some((isSeenTo) => isSeenTo)

/**
 * Wakes the loops of this process that wait for the topic at once, and those of other processes of the service by NOTIFY
 * where none here sees to it. Only a hint, which may be lost: every loop also looks by itself every few seconds.
 */
export const wake = (database: Database | Transaction, topic: WakeTopic): void => {
  const wakes = wakesOf(database)
  if (!wakeHere(wakes, topic)) wakes.notify?.(topic)
}

const isTransaction = (sql: Database | Transaction): sql is Transaction => sql.isTransaction === true

/** The same once the transaction has committed, at most once per transaction; at once outside of one. */
export const wakeAfterCommit = (sql: Database | Transaction, topic: WakeTopic): void => {
  if (!isTransaction(sql)) {
    wake(sql, topic)
    return
  }
  const { woken } = wakesOf(sql)
  const transaction = outermost(sql)
  const topics = woken.get(transaction) ?? new Set()
  if (topics.has(topic)) return
  woken.set(transaction, topics.add(topic))
  afterCommit(transaction, () => wake(transaction, topic))
}

/** Wakes the loops of other processes of the service, whether or not one here sees to it. */
export const wakeOthers = (database: Database, topic: WakeTopic): void => wakesOf(database).notify?.(topic)

/** A plain connection as knex' Postgres client makes it, outside any pool. */
type Connection = {
  query(sql: string): Promise<{ rows: { schema: string }[] }>
  on(event: 'notification', listener: (message: { payload?: string }) => void): void
  on(event: 'error' | 'end', listener: () => void): void
  end(): Promise<void>
}

const NOTIFY_EVERY_MS = 10
const RECONNECT_MS = 1_000

/**
 * Joins this process to the others of its service, by LISTEN and NOTIFY on a connection of its own: a NOTIFY inside a
 * business transaction would make every commit wait for the one before. At most one NOTIFY of a topic every 10 ms.
 */
export const openWakeChannel = (
  database: Database,
  log: { debug(context: object, text: string): void },
): { close(): Promise<void> } => {
  const wakes = wakesOf(database)
  const closing = new AbortController()
  const { signal } = closing
  let connection: Connection | undefined
  let channel = ''
  const sentAt = new Map<WakeTopic, number>()
  const timers = new Map<WakeTopic, NodeJS.Timeout>()
  /** Wanted while there was no connection. */
  const waiting = new Set<WakeTopic>()

  const send = (topic: WakeTopic): void => {
    timers.delete(topic)
    sentAt.set(topic, performance.now())
    if (connection === undefined) waiting.add(topic)
    else connection.query(`notify ${channel}, '${topic}'`).catch(() => {})
  }

  const notify = (topic: WakeTopic): void => {
    if (timers.has(topic) || signal.aborted) return
    const wait = (sentAt.get(topic) ?? Number.NEGATIVE_INFINITY) + NOTIFY_EVERY_MS - performance.now()
    if (wait <= 0) send(topic)
    else timers.set(topic, setTimeout(send, wait, topic))
  }

  const listen = async (): Promise<void> => {
    const fresh: Connection = await database.client.acquireRawConnection()
    const ended = new Promise<void>((resolve) => {
      fresh.on('end', resolve)
      fresh.on('error', resolve)
    })
    try {
      fresh.on('notification', ({ payload }) => void wakeHere(wakes, payload as WakeTopic))
      const { rows } = await fresh.query('select current_schema() as schema')
      channel = `"wake ${rows[0]?.schema ?? ''}"`
      await fresh.query(`listen ${channel}`)
      connection = fresh
      for (const topic of waiting) send(topic)
      waiting.clear()
      if (!signal.aborted)
        await Promise.race([ended, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    } finally {
      connection = undefined
      await fresh.end().catch(() => {})
    }
  }

  const keepListening = async (): Promise<void> => {
    while (!signal.aborted) {
      await listen().catch((error: unknown) => log.debug({ err: error }, 'no connection to wake other processes by'))
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  wakes.notify = notify
  const listening = keepListening()
  return {
    async close() {
      closing.abort()
      if (wakes.notify === notify) wakes.notify = undefined
      for (const timer of timers.values()) clearTimeout(timer)
      await listening
    },
  }
}
