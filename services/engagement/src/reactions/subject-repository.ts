import type { ReactionSubject } from '@purple-sector/contracts/engagement/http'
import { userSubject, weekendSubject } from '@purple-sector/contracts/event'
import { prepared, type Transaction } from '@purple-sector/database'
import { isDeleted, lockAllAndCheckDeleted } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { notFound } from '@purple-sector/service-kit/errors'
import { isMember } from '../projections/group-projection.ts'

/** Weekend and, for a message of a group's room, group of a subject. */
type SubjectScope = { weekendId: number; groupId: number | null }

export const subjectOf = ({ type, id }: ReactionSubject): string => `${type}/${id}`

const FIND = {
  result: `select weekend_id as "weekendId", null as "groupId" from results
    where race_id = :id::bigint and status <> 'cancelled'`,
  message: `select coalesce(m.weekend_id, g.weekend_id) as "weekendId", m.group_id as "groupId"
    from messages m left join groups g on g.id = m.group_id
    where m.id = :id::bigint and (m.group_id is null or g.id is not null)`,
}

const notFoundErrors = {
  result: () => notFound('NO_RESULT', 'There’s no result for this session yet.'),
  message: () => notFound('MESSAGE_NOT_FOUND', 'There’s no such message.'),
}

/**
 * Locks the subject of a reaction against deletion until the transaction ends, and returns its weekend and group.
 *
 * Throws the same 404 for unknown subjects and for messages of groups the user is not in; retryable if it may not be
 * replicated yet.
 */
export const lockReactionSubject = async (
  sql: Transaction,
  subject: ReactionSubject,
  { userId, weekendId }: { userId: string; weekendId: number },
): Promise<SubjectScope> => {
  const createError = notFoundErrors[subject.type]
  const deletedSubjects = await lockAllAndCheckDeleted(sql, 'shared', [
    subjectOf(subject),
    userSubject(userId),
    weekendSubject(weekendId),
  ])
  if (deletedSubjects.size > 0) throw createError()
  const { rows } = await prepared<SubjectScope>(sql, `find-reacted-${subject.type}`, FIND[subject.type], {
    id: subject.id,
  })
  const [scope] = rows
  if (scope && scope.weekendId !== weekendId) throw createError()
  if (scope && (scope.groupId === null || (await isMember(sql, scope.groupId, userId)))) return scope
  if (subject.type === 'result' && (await isDeleted(sql, `race/${subject.id}`))) throw createError()
  throw notReplicatedYet(createError())
}
