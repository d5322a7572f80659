import { resultPublished } from '@purple-sector/contracts/admin/events'
import { messageDeleted } from '@purple-sector/contracts/chat/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { removeReactions } from './reaction-repository.ts'
import { subjectKey } from './subject-repository.ts'

const removeOfResult = async (sql: Transaction, raceId: number): Promise<void> => {
  const subject = { type: 'result', id: raceId } as const
  await lockSubject(sql, 'exclusive', subjectKey(subject))
  await removeReactions(sql, subject)
}

/** A withdrawn result is none; the next one is reacted to anew. */
export const onResultGone = on(resultPublished, async ({ data: { raceId, status, deleted } }, sql) => {
  if (deleted || status === 'cancelled') await removeOfResult(sql, raceId)
})

export const onRaceGone = on(raceChanged, async ({ data: { id, deleted } }, sql) => {
  if (deleted) await removeOfResult(sql, id)
})

/** The copies, which come first, hold it alone already. */
export const onMessageGone = on(messageDeleted, async ({ data: { id } }, sql) => {
  await removeReactions(sql, { type: 'message', id })
})

const TAKE_BACK = `
insert into reaction_changes (subject_type, subject_id, weekend_id, group_id, reaction, given)
select subject_type, subject_id, weekend_id, group_id, reaction, -1 from reactions where user_id = :userId`

/** With an account its reactions go, and are counted no more. */
export const noticeReactorGone = on(userChanged, async ({ data: { id: userId, deleted }, subject }, sql) => {
  if (!deleted) return
  await lockSubject(sql, 'exclusive', subject)
  await sql.raw(TAKE_BACK, { userId })
})
