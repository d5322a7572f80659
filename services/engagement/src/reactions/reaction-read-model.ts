import { MAX_ID } from '@purple-sector/contracts/common'
import type {
  FanAction,
  Reacted,
  ReactedQuery,
  Reaction,
  ReactionSubject,
} from '@purple-sector/contracts/engagement/http'
import { MAX_REACTED, REACTIONS } from '@purple-sector/contracts/engagement/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'

const MAX_LATEST = 50

/** SQL: `{fire: 2, …}` from a relation `c` with a column per reaction. */
export const COUNTS_OBJECT = `json_build_object(${REACTIONS.map((reaction) => `'${reaction}', c.${reaction}`).join(', ')})`

/** SQL: current counts of subjects, the published ones plus changes since; `where` fits both tables. */
const countsWhere = (where: string): string => `
  select subject_type, subject_id, ${REACTIONS.map((each) => `sum(${each})::integer as ${each}`).join(', ')} from (
    select subject_type, subject_id, ${REACTIONS.join(', ')} from reaction_counts where ${where}
    union all
    select subject_type, subject_id, ${REACTIONS.map((each) => `case reaction when '${each}' then delta else 0 end`).join(', ')}
    from reaction_changes where ${where}
  ) counted group by subject_type, subject_id`

const REACTED = (where: string): string => `
select json_build_object('type', c.subject_type, 'id', c.subject_id) as subject, ${COUNTS_OBJECT} as counts,
  array(select reaction from reactions r
    where r.subject_type = c.subject_type and r.subject_id = c.subject_id and r.user_id = :userId::text) as yours
from (${countsWhere(where)}) c
where ${REACTIONS.map((each) => `c.${each}`).join(' + ')} > 0
order by c.subject_id`

const OF_SUBJECT = REACTED('subject_type = :type::text and subject_id = :id::integer')
const OF_RESULTS = REACTED(`subject_type = 'result' and weekend_id = :weekendId::integer`)
const OF_MESSAGES = (room: string): string => `
select * from (${REACTED(`subject_type = 'message' and ${room}
  and subject_id between coalesce(:from::bigint, 1) and coalesce(:to::bigint, ${MAX_ID})`)} desc limit ${MAX_REACTED}
) newest order by (subject->>'id')::integer`
const OF_WEEKENDS_CHAT = OF_MESSAGES('weekend_id = :weekendId::integer and group_id is null')
const OF_GROUPS_CHAT = OF_MESSAGES('group_id = :groupId::integer')

const ACTIONS = `
select r.id, r.weekend_id as "weekendId", 'reaction' as kind, r.reaction,
  json_build_object('type', r.subject_type, 'id', r.subject_id) as subject,
  r.user_id as "userId", u.username, r.created_at as "createdAt"
from reactions r left join users u on u.id = r.user_id
where weekend_id = :weekendId and (group_id is null or group_id in (
  select group_id from memberships where user_id = :userId))
order by r.id desc limit ${MAX_LATEST}`

const NEWEST = 'select created_at as at from reactions where weekend_id = :weekendId order by id desc limit 1'

const NONE = Object.fromEntries(REACTIONS.map((reaction) => [reaction, 0])) as Record<Reaction, number>

/** Reads reactions for a user. */
export const reactionReadModel = (sql: Database | Transaction, userId: string) => {
  const read = async (name: string, text: string, bindings: Record<string, unknown>): Promise<Reacted[]> =>
    (await prepared<Reacted>(sql, name, text, { userId, ...bindings })).rows

  return {
    async ofSubject({ type, id }: ReactionSubject): Promise<Reacted> {
      const [reacted] = await read('reacted-of-subject', OF_SUBJECT, { type, id })
      return reacted ?? { subject: { type, id }, counts: NONE, yours: [] }
    },

    ofResults: (weekendId: number): Promise<Reacted[]> => read('reacted-results', OF_RESULTS, { weekendId }),

    /** Reads reactions to messages of a weekend's or a group's room. */
    ofMessages: ({ groupId, weekendId, from, to }: { weekendId: number } & Omit<ReactedQuery, 'type'>) =>
      groupId === undefined
        ? read('reacted-in-weekend', OF_WEEKENDS_CHAT, { weekendId, from, to })
        : read('reacted-in-group', OF_GROUPS_CHAT, { groupId, from, to }),

    /** Returns the time of the newest reaction of the weekend; read it after the reply it dates. */
    async newestIn(weekendId: number): Promise<Date | null> {
      const { rows } = await prepared<{ at: Date }>(sql, 'newest-reaction', NEWEST, { weekendId })
      return rows[0]?.at ?? null
    },

    async latest(weekendId: number): Promise<FanAction[]> {
      type Row = Omit<FanAction, 'createdAt'> & { createdAt: Date }
      const { rows } = await prepared<Row>(sql, 'latest-actions', ACTIONS, { weekendId, userId })
      return rows.map((action) => ({ ...action, createdAt: action.createdAt.toISOString() }))
    },
  }
}
