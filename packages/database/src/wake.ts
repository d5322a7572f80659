import { setTimeout as delay } from 'node:timers/promises'
import { afterCommit, outermost } from './after-commit.ts'
import type { Database, Transaction } from './open-database.ts'

/** Loops that commits wake: the relay for events in the outbox, scheduled tasks for due rows. */
export type WakeTopic = 'outbox' | 'tasks'

/** Starts a check; returns whether this process handles it, so that no other process has to. */
type Wake = () => boolean

type Wakes = {
  listeners: Map<WakeTopic, Set<Wake>>
  wokenTopics: WeakMap<Transaction, Set<WakeTopic>>
  notify?: ((topic: WakeTopic) => void) | undefined
}

/** Keyed by the configuration object of a database, which its transactions share. */
const wakesByConfig = new WeakMap<object, Wakes>()

const wakesOf = (sql: Database | Transaction): Wakes => {
  const { config } = sql.client
  const wakes = wakesByConfig.get(config) ?? { listeners: new Map(), wokenTopics: new WeakMap() }
  wakesByConfig.set(config, wakes)
  return wakes
}

/**
 * Registers `check` to be called by `wake` and `wakeAfterCommit` on this database; returns the function that
 * unregisters it.
 */
export const onWake = (database: Database, topic: WakeTopic, check: Wake): (() => void) => {
  const { listeners } = wakesOf(database)
  const checks = listeners.get(topic) ?? new Set()
  listeners.set(topic, checks.add(check))
  return () => void checks.delete(check)
}

const wakeThisProcess = ({ listeners }: Wakes, topic: WakeTopic): boolean =>
  [...(listeners.get(topic) ?? [])].map((check) => check()).some((isHandled) => isHandled)

/**
 * Wakes the loops of this process that wait for the topic, or else those of other processes of the service by NOTIFY.
 *
 * Other processes are woken where none here handles it. A hint that may be lost: every loop also polls every few
 * seconds.
 */
export const wake = (database: Database | Transaction, topic: WakeTopic): void => {
  const wakes = wakesOf(database)
  if (!wakeThisProcess(wakes, topic)) wakes.notify?.(topic)
}

const isTransaction = (sql: Database | Transaction): sql is Transaction => sql.isTransaction === true

/** Calls `wake` once the transaction has committed, at most once per transaction; at once outside of one. */
export const wakeAfterCommit = (sql: Database | Transaction, topic: WakeTopic): void => {
  if (!isTransaction(sql)) {
    wake(sql, topic)
    return
  }
  const { wokenTopics } = wakesOf(sql)
  const transaction = outermost(sql)
  const topics = wokenTopics.get(transaction) ?? new Set()
  if (topics.has(topic)) return
  wokenTopics.set(transaction, topics.add(topic))
  afterCommit(transaction, () => wake(transaction, topic))
}

/** Wakes the loops of other processes of the service, even if a loop of this process handles it. */
export const wakeOtherProcesses = (database: Database, topic: WakeTopic): void => wakesOf(database).notify?.(topic)

/** A plain connection as knex's Postgres client creates it, outside any pool. */
type Connection = {
  query(sql: string): Promise<{ rows: { schema: string }[] }>
  on(event: 'notification', listener: (message: { payload?: string }) => void): void
  on(event: 'error' | 'end', listener: () => void): void
  end(): Promise<void>
}

const NOTIFY_INTERVAL_MS = 10
const RECONNECT_INTERVAL_MS = 1_000

/**
 * Connects this process to the others of its service by LISTEN and NOTIFY, on a separate connection.
 *
 * A NOTIFY inside a business transaction would serialize commits. Sends at most one NOTIFY per topic every 10 ms.
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
  /** Topics to send once there is a connection. */
  const unsentTopics = new Set<WakeTopic>()

  const send = (topic: WakeTopic): void => {
    timers.delete(topic)
    sentAt.set(topic, performance.now())
    if (connection === undefined) unsentTopics.add(topic)
    else connection.query(`notify ${channel}, '${topic}'`).catch(() => {})
  }

  const notify = (topic: WakeTopic): void => {
    if (timers.has(topic) || signal.aborted) return
    const delayMs = (sentAt.get(topic) ?? Number.NEGATIVE_INFINITY) + NOTIFY_INTERVAL_MS - performance.now()
    if (delayMs <= 0) send(topic)
    else timers.set(topic, setTimeout(send, delayMs, topic))
  }

  const listen = async (): Promise<void> => {
    const opened: Connection = await database.client.acquireRawConnection()
    const ended = new Promise<void>((resolve) => {
      opened.on('end', resolve)
      opened.on('error', resolve)
    })
    try {
      opened.on('notification', ({ payload }) => void wakeThisProcess(wakes, payload as WakeTopic))
      const { rows } = await opened.query('select current_schema() as schema')
      channel = `"wake ${rows[0]?.schema ?? ''}"`
      await opened.query(`listen ${channel}`)
      connection = opened
      for (const topic of unsentTopics) send(topic)
      unsentTopics.clear()
      if (!signal.aborted)
        await Promise.race([ended, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    } finally {
      connection = undefined
      await opened.end().catch(() => {})
    }
  }

  const listenUntilClosed = async (): Promise<void> => {
    while (!signal.aborted) {
      await listen().catch((error: unknown) =>
        log.debug({ event: 'wake.disconnected', err: error }, 'Wake channel not connected; retrying'),
      )
      await delay(RECONNECT_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }

  wakes.notify = notify
  const listening = listenUntilClosed()
  return {
    async close() {
      closing.abort()
      if (wakes.notify === notify) wakes.notify = undefined
      for (const timer of timers.values()) clearTimeout(timer)
      await listening
    },
  }
}
