import type { Database, Transaction } from '@purple-sector/database'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { AppError } from '@purple-sector/service-kit/errors'
import * as kit from '@purple-sector/service-kit/http/run-write'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import type { MembershipEnd } from './pending-membership-end-repository.ts'
import type { PendingMembershipEnds } from './pending-membership-ends.ts'
import type { Published } from './published.ts'
import type { Tipping } from './tipping-client.ts'

export type Written<T> = kit.Written<T, Published>

/**
 * Commits a write and pushes what it published to tipping before the reply.
 *
 * Retries a write that refers to a state which is not replicated yet (`notReplicatedYet`). A membership that the write
 * ends has ended in tipping before the reply, also before a 404 to a request with a `membershipEnd`; otherwise it
 * throws 503.
 */
export type Commit = <T>(
  write: (sql: Transaction) => Promise<Written<T>>,
  mode?: WriteMode,
  membershipEnd?: MembershipEnd,
) => Promise<T>

type Dependencies = { database: Database; tipping: Pick<Tipping, 'applyGroup'>; membershipEnds: PendingMembershipEnds }

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.kind === 'not-found'

export const createCommit =
  ({ database, tipping, membershipEnds }: Dependencies): Commit =>
  async (write, mode, membershipEnd) => {
    let membershipEndId: string | undefined
    const writeAndStore: typeof write = async (sql) => {
      const written = await write(sql)
      membershipEndId = await membershipEnds.store(sql, written.published)
      return written
    }
    const pushEndsAndThrow = async (error: unknown): Promise<never> => {
      if (membershipEnd && isNotFound(error)) await membershipEnds.pushPending(membershipEnd)
      throw error
    }
    const { reply, published } = await retryUntilReplicated(() => kit.runWrite(database, writeAndStore, mode)).catch(
      pushEndsAndThrow,
    )
    if (published) await tipping.applyGroup(published)
    if (membershipEndId !== undefined) await membershipEnds.remove(membershipEndId)
    return reply
  }
