import type { Database } from '@purple-sector/database'
import type { Logger } from 'pino'
import { pause } from '../pause.ts'

/** A plain connection as knex' Postgres client makes it, outside any pool. */
type Connection = {
  query(sql: string): Promise<{ rows: { schema: string }[] }>
  on(event: 'notification' | 'error' | 'end', listener: (argument?: unknown) => void): void
  end(): Promise<void>
}

export type RelaySignal = {
  /** Wakes the relay of another process; at most one NOTIFY every 10 ms. */
  notify(): void
  close(): Promise<void>
}

const NOTIFY_EVERY_MS = 10
const RECONNECT_MS = 1_000

/**
 * Wakes between the processes of one service by LISTEN and NOTIFY, on a connection of its own: a NOTIFY inside a
 * business transaction would make every commit wait for the one before. Only a hint, never needed for correctness.
 */
export const openRelaySignal = (database: Database, onSignal: () => void, log: Logger): RelaySignal => {
  const closing = new AbortController()
  let connection: Connection | undefined
  let channel = ''
  let lastAt = 0
  let timer: NodeJS.Timeout | undefined
  /** Wanted while there was no connection. */
  let isWaiting = false

  const connect = async (): Promise<void> => {
    const fresh: Connection = await database.client.acquireRawConnection()
    const ended = new Promise<void>((resolve) => {
      fresh.on('end', () => resolve())
      fresh.on('error', () => resolve())
    })
    try {
      fresh.on('notification', onSignal)
      const { rows } = await fresh.query('select current_schema() as schema')
      channel = `"outbox ${rows[0]?.schema ?? ''}"`
      await fresh.query(`listen ${channel}`)
      connection = fresh
      if (isWaiting) send()
      if (!closing.signal.aborted)
        await Promise.race([ended, new Promise((resolve) => closing.signal.addEventListener('abort', resolve))])
    } finally {
      connection = undefined
      await fresh.end().catch(() => {})
    }
  }

  const keepConnected = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await connect().catch((error: unknown) => log.debug({ err: error }, 'no connection for relay signals'))
      await pause(RECONNECT_MS, closing.signal)
    }
  }

  const send = (): void => {
    timer = undefined
    lastAt = performance.now()
    isWaiting = connection === undefined
    connection?.query(`notify ${channel}`).catch(() => {})
  }

  const connected = keepConnected()
  return {
    notify() {
      if (timer !== undefined || closing.signal.aborted) return
      const wait = lastAt + NOTIFY_EVERY_MS - performance.now()
      if (wait <= 0) send()
      else timer = setTimeout(send, wait)
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await connected
    },
  }
}
