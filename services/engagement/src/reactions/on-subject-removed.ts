import { resultPublished } from '@purple-sector/contracts/admin/events'
import { messageDeleted } from '@purple-sector/contracts/chat/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { removeReactions, subtractReactionsOf } from './reaction-repository.ts'
import { subjectOf } from './subject-repository.ts'

const removeReactionsOfResult = async (sql: Transaction, raceId: number): Promise<void> => {
  const subject = { type: 'result', id: raceId } as const
  await lockSubject(sql, 'exclusive', subjectOf(subject))
  await removeReactions(sql, subject)
}

/** Removes reactions to a withdrawn result; the next result starts without any. */
export const onReactedResultWithdrawn = on(resultPublished, async ({ data: { raceId, status, deleted } }, sql) => {
  if (deleted || status === 'cancelled') await removeReactionsOfResult(sql, raceId)
})

export const onReactedRaceDeleted = on(raceChanged, async ({ data: { id, deleted } }, sql) => {
  if (deleted) await removeReactionsOfResult(sql, id)
})

/** The projections, which run first, already hold the exclusive lock. */
export const onReactedMessageDeleted = on(messageDeleted, async ({ data: { id } }, sql) => {
  await removeReactions(sql, { type: 'message', id })
})

/** Subtracts the reactions of a deleted account from the counts. */
export const onReactorDeleted = on(userChanged, async ({ data: { id: userId, deleted }, subject }, sql) => {
  if (!deleted) return
  await lockSubject(sql, 'exclusive', subject)
  await subtractReactionsOf(sql, userId)
})
