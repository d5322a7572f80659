import type { groupDeletionSchema } from '@purple-sector/contracts/chat/http'
import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'
import type { Database } from '@purple-sector/database'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { forbidden } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { groups } from '../projections/group-projection.ts'
import { noSuchRoom } from '../rooms/room.ts'
import { type Moderator, moderatorName, NOBODY, namesOf } from './names.ts'

type GroupDeletion = z.infer<typeof groupDeletionSchema>
type Row = { id: number; text: string; at: Date; reason: string; author: Names | null; remover: Moderator | null }

/** Beyond it nobody reads on. */
const SHOWN = 200

/** The log is for who answers for the group. */
export const assertGroupAdmin = async (database: Database, groupId: number, userId: string): Promise<void> => {
  const group = await groups(database).where({ id: groupId }).first('creator_id')
  if (!group) throw notReplicatedYet(noSuchRoom({ type: 'group', id: groupId }))
  if (group.creator_id !== userId) throw forbidden('NOT_GROUP_ADMIN', 'Only the group’s admin can do this.')
}

/** What was taken out of a group's chat with a reason, by its admin or an administrator, the newest first. */
export const groupDeletions = async (database: Database, groupId: number): Promise<GroupDeletion[]> => {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `select m.id, m.text, m.deleted_at as at, m.delete_reason as reason,
       ${namesOf('author')} as author, ${namesOf('remover')} as remover
     from messages m left join users author on author.id = m.user_id left join users remover on remover.id = m.deleted_by
     where m.room_type = 'group' and m.room_id = :groupId and m.delete_reason is not null
     order by m.deleted_at desc, m.id desc limit :shown`,
    { groupId, shown: SHOWN },
  )
  return rows.map(({ id, text, at, reason, author, remover }) => ({
    messageId: id,
    userName: displayName(author ?? NOBODY),
    message: text,
    at: at.toISOString(),
    by: moderatorName(remover),
    reason,
  }))
}
