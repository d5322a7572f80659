import { randomUUID } from 'node:crypto'
import { sessionsRevoked } from '@purple-sector/contracts/identity/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { hashOf, newSecret } from '../accounts/one-time-token-repository.ts'
import { sessions, users } from '../tables.ts'
import { deviceRepository } from './device-repository.ts'

/** Maximum of sessions per user; starting another ends the least recently used one. */
export const MAX_SESSIONS = 50
/** Maximum of hashes per event: about 70 kB, far below the message limit of Kafka. */
const HASHES_PER_EVENT = 1_000

/** The browser of a sign-in: its previous session, which ends, its device cookie, and its description. */
export type Browser = { previous: string | undefined; device: string | undefined; name: string | null }

/** The new secrets of a browser; only their hashes are stored. */
export type BrowserSecrets = { secret: string; device: string }

type EndedSession = { user_id: string; hash: string }

const eventsOf = (userId: string, hashes: string[]) =>
  Array.from({ length: Math.ceil(hashes.length / HASHES_PER_EVENT) }, (_, chunk) =>
    entry(sessionsRevoked, {
      userId,
      hashes: hashes.slice(chunk * HASHES_PER_EVENT, (chunk + 1) * HASHES_PER_EVENT),
    }),
  )

const publishEnds = async (sql: Transaction, ended: EndedSession[]): Promise<void> => {
  const byUser = Map.groupBy(ended, ({ user_id }) => user_id)
  const events = [...byUser].flatMap(([userId, endedOfUser]) =>
    eventsOf(
      userId,
      endedOfUser.map(({ hash }) => hash),
    ),
  )
  await outbox(sql).appendMany(events)
}

/** Sessions within one transaction; the end of sessions is published to the gateways with its commit. */
export const sessionRepository = (sql: Transaction) => {
  const deleteSession = (id: string) =>
    sessions(sql).where({ id }).delete().returning<EndedSession[]>(['user_id', 'hash'])

  /** Deletes all but the most recently used sessions of a user. */
  const deleteSurplus = (count: number, userId: string) =>
    sessions(sql)
      .whereIn('id', (surplus) =>
        surplus
          .from('sessions')
          .where({ user_id: userId })
          .orderBy([
            { column: 'last_seen_at', order: 'desc' },
            { column: 'created_at', order: 'desc' },
          ])
          .offset(count)
          .select('id'),
      )
      .delete()
      .returning<EndedSession[]>(['user_id', 'hash'])

  return {
    /**
     * Starts a session, records the browser, and ends the user's sessions above the maximum.
     * Locks the user's row, so that concurrent sign-ins count each other.
     */
    async start(userId: string, { previous, device, name }: Browser): Promise<BrowserSecrets> {
      await users(sql).where({ id: userId }).forNoKeyUpdate().first('id')
      const ended = previous === undefined ? [] : await deleteSession(previous)
      ended.push(...(await deleteSurplus(MAX_SESSIONS - 1, userId)))
      const secret = newSecret()
      await sessions(sql).insert({ id: randomUUID(), hash: hashOf(secret), user_id: userId, browser: name })
      const secrets = { secret, device: await deviceRepository(sql).recordSignIn(userId, device) }
      await publishEnds(sql, ended)
      return secrets
    },

    /** Ends a session of a user; false if they have no such session. */
    async endOf(userId: string, id: string): Promise<boolean> {
      const ended = await sessions(sql)
        .where({ id, user_id: userId })
        .delete()
        .returning<EndedSession[]>(['user_id', 'hash'])
      await publishEnds(sql, ended)
      return ended.length > 0
    },

    async end(sessionId: string): Promise<void> {
      await publishEnds(sql, await deleteSession(sessionId))
    },

    /** Ends the sessions of a user, except one, and deletes all known browsers. */
    async endAll(userId: string, except?: string): Promise<void> {
      await deviceRepository(sql).deleteAll(userId)
      const ended = await sessions(sql)
        .where({ user_id: userId })
        .modify((query) => (except === undefined ? query : query.whereNot({ id: except })))
        .delete()
        .returning<EndedSession[]>(['user_id', 'hash'])
      await publishEnds(sql, ended)
    },
  }
}
