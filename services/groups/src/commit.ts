import type { Database, Transaction } from '@purple-sector/database'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { AppError } from '@purple-sector/service-kit/errors'
import * as kit from '@purple-sector/service-kit/http/run-write'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import type { MembershipEnd, PendingMembershipEnds } from './pending-membership-ends.ts'
import type { Published } from './published.ts'
import type { Tipping } from './tipping-client.ts'

export type Written<T> = kit.Written<T, Published>

/**
 * Commits a write and pushes what it published to tipping before the reply.
 *
 * A write that names a state which is not replicated yet (`notReplicatedYet`) is retried for a moment. A membership
 * that the write ends has ended in tipping before the reply, also before a 404 to a request that says what it `ends`;
 * otherwise it throws 503.
 */
export type Commit = <T>(
  write: (sql: Transaction) => Promise<Written<T>>,
  once?: WriteMode,
  ends?: MembershipEnd,
) => Promise<T>

type Dependencies = { database: Database; tipping: Pick<Tipping, 'applyGroup'>; membershipEnds: PendingMembershipEnds }

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.kind === 'not-found'

export const committing =
  ({ database, tipping, membershipEnds }: Dependencies): Commit =>
  async (write, once, ends) => {
    let membershipEndId: string | undefined
    const writeAndStore: typeof write = async (sql) => {
      const written = await write(sql)
      membershipEndId = await membershipEnds.store(sql, written.published)
      return written
    }
    const refuse = async (error: unknown): Promise<never> => {
      if (ends && isNotFound(error)) await membershipEnds.pushPending(ends)
      throw error
    }
    const { reply, published } = await retryUntilReplicated(() => kit.runWrite(database, writeAndStore, once)).catch(
      refuse,
    )
    if (published) await tipping.applyGroup(published)
    if (membershipEndId !== undefined) await membershipEnds.remove(membershipEndId)
    return reply
  }
