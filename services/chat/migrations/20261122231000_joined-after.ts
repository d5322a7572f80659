import type { Database } from '@purple-sector/database'

/** What was written before somebody came into a group is not unread to those either who came before this was kept. */
const joinedAfter = `
update memberships set joined_after = coalesce((
  select id from messages
  where room_type = 'group' and room_id = memberships.group_id and created_at <= memberships.joined_at
  order by id desc limit 1), 0)
where joined_after = 0
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(joinedAfter)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
