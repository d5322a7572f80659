import type { ExportParts } from '@purple-sector/service-kit/http/export-route'

/** Only members get the name of a group. */
const ROOM = `case room_type when 'weekend' then (select name from weekends where weekends.id = room_id)
    else (select name from groups join memberships on group_id = groups.id and memberships.user_id = :userId
      where groups.id = room_id) end as room,
  case room_type when 'weekend' then room_id end as "weekendId", case room_type when 'group' then room_id end as "groupId"`

const MESSAGES = `
select ${ROOM}, text as message, created_at as "createdAt", deleted_at as "deletedAt", delete_reason as "deleteReason"
from messages where user_id = :userId order by id`

const READS = `
select ${ROOM}, last_read_id as "lastReadId"
from read_marks where user_id = :userId order by room_type, room_id`

const MUTES = `select until, reason, at from mutes where user_id = :userId`

const MEMBERSHIPS = `
select group_id as "groupId", joined_at as "joinedAt" from memberships where user_id = :userId order by joined_at, group_id`

/** The names that rooms display. */
const NAMES = `
select username, first_name as "firstName", last_name as "lastName", track_status as "trackStatus",
  chat_status as "chatStatus", avatar_config as "avatarConfig"
from users where id = :userId`

/** What the export contains: each part with its statement. */
export const exportParts: ExportParts = {
  names: NAMES,
  messages: MESSAGES,
  reads: READS,
  mutes: MUTES,
  memberships: MEMBERSHIPS,
}
