import type { groupDeletionSchema } from '@purple-sector/contracts/chat/http'
import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'
import type { Database } from '@purple-sector/database'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { forbidden } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { groups } from '../projections/group-projection.ts'
import { noSuchRoom } from '../rooms/room.ts'
import { type Moderator, moderatorName, NO_NAMES, namesOf } from './names.ts'

type GroupDeletion = z.infer<typeof groupDeletionSchema>
type Row = { id: number; text: string; at: Date; reason: string; author: Names | null; remover: Moderator | null }

/** Rows returned; older ones are left out. */
const MAX_LISTED = 200

/** Throws `NOT_GROUP_ADMIN` unless the user is the group's admin, who alone may read the deletion log. */
export const assertGroupAdmin = async (database: Database, groupId: number, userId: string): Promise<void> => {
  const group = await groups(database).where({ id: groupId }).first('creator_id')
  if (!group) throw notReplicatedYet(noSuchRoom({ type: 'group', id: groupId }))
  if (group.creator_id !== userId) throw forbidden('NOT_GROUP_ADMIN', 'Only the group’s admin can do this.')
}

/** Lists messages of a group that its admin or an administrator deleted with a reason, newest first. */
export const groupDeletions = async (database: Database, groupId: number): Promise<GroupDeletion[]> => {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `select m.id, m.text, m.deleted_at as at, m.delete_reason as reason,
       ${namesOf('author')} as author, ${namesOf('remover')} as remover
     from messages m left join users author on author.id = m.user_id left join users remover on remover.id = m.deleted_by
     where m.room_type = 'group' and m.room_id = :groupId and m.delete_reason is not null
     order by m.deleted_at desc, m.id desc limit :limit`,
    { groupId, limit: MAX_LISTED },
  )
  return rows.map(({ id, text, at, reason, author, remover }) => ({
    messageId: id,
    userName: displayName(author ?? NO_NAMES),
    message: text,
    at: at.toISOString(),
    by: moderatorName(remover),
    reason,
  }))
}
