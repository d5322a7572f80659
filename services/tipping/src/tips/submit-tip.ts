import type { SubmitTipBody, Tip } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import type { Caller, Reply } from '@purple-sector/service-kit'
import { keyedMutex } from '@purple-sector/service-kit/scheduling/keyed-mutex'
import type { TipRequest } from './tip-repository.ts'
import { type TipReceipt, writeTip } from './write-tips.ts'

/** Runs `work` at most once for a repeated request, in the transaction of its effect. */
export type WriteMode = <T>(sql: Transaction, work: () => Promise<Reply<T>>) => Promise<Reply<T>>

type Dependencies = { database: Database; write: (request: TipRequest) => Promise<TipReceipt> }

const replyOf = ({ isNew, tip }: TipReceipt): Reply<Tip> => ({ status: isNew ? 201 : 200, body: tip })

/**
 * Submits a fan's tip (docs/rules.md, Tips).
 *
 * Unlike other use cases it opens no transaction of its own: tips that arrive together share one, which `write` opens
 * (ADR 6). Only a tip with an `Idempotency-Key` has its own, one at a time per fan: tips of a fan wait for each other
 * anyway, and all at once they would exhaust the connection pool.
 */
export const submitTip = ({ database, write }: Dependencies) => {
  const perFan = keyedMutex()
  return async (
    { userId, username, firstName, lastName }: Caller,
    input: SubmitTipBody,
    writeMode?: WriteMode,
  ): Promise<Reply<Tip>> => {
    const { weekendId, category, carId, groupId = null } = input
    const names = { username, firstName, lastName }
    const request = { userId, names, weekendId, category, carId, groupId }
    if (!writeMode) return replyOf(await write(request))
    return perFan(userId, () =>
      database.transaction((sql) => writeMode(sql, async () => replyOf(await writeTip(sql, request)))),
    )
  }
}
