import { randomUUID } from 'node:crypto'
import { sessionsRevoked } from '@purple-sector/contracts/identity/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { hashOf, newSecret } from '../accounts/one-time-tokens.ts'

type Ended = { user_id: string; hash: string }

const announce = async (sql: Transaction, ended: Ended[]): Promise<void> => {
  const [first] = ended
  if (!first) return
  await outbox(sql).append(sessionsRevoked, { userId: first.user_id, hashes: ended.map(({ hash }) => hash) })
}

/** Sessions of one transaction; those that end are told to the gateways by its commit. */
export const sessionRepository = (sql: Transaction) => ({
  /** Begins a session and answers its secret, which is kept nowhere. */
  async begin(userId: string): Promise<string> {
    const secret = newSecret()
    await sql('sessions').insert({ id: randomUUID(), hash: hashOf(secret), user_id: userId })
    return secret
  },

  async end(sessionId: string): Promise<void> {
    await announce(sql, await sql('sessions').where({ id: sessionId }).delete().returning<Ended[]>(['user_id', 'hash']))
  },

  /** Ends the sessions of a user, but for one. */
  async endAll(userId: string, except?: string): Promise<void> {
    const ended = await sql('sessions')
      .where({ user_id: userId })
      .modify((query) => (except === undefined ? query : query.whereNot({ id: except })))
      .delete()
      .returning<Ended[]>(['user_id', 'hash'])
    await announce(sql, ended)
  },
})
