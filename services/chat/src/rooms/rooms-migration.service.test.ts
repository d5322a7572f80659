import { databaseBefore } from '@purple-sector/testing/databases/database-before'
import { expect, test } from 'vitest'
import { chat } from '../service.ts'

test('migration fills last message ids and read positions of members, and requests names again', async () => {
  const { database, migrated } = await databaseBefore('20261122213000', chat)
  await database.raw(`
    insert into weekends (id) values (3);
    insert into groups (id, weekend_id, creator_id) values (7, 3, 'ann');
    insert into memberships (group_id, user_id, joined_at) values (7, 'ann', '2026-11-01'), (7, 'bob', '2026-11-03');
    insert into rooms (type, id, message_count) values ('group', 7, 1), ('weekend', 3, 0);
    insert into messages (id, room_type, room_id, user_id, text, created_at, deleted_at) values
      (11, 'group', 7, 'ann', 'One', '2026-11-02', null), (12, 'group', 7, 'ann', 'Two', '2026-11-04', now());
    insert into bootstraps (consumer, owner, types, request_id, asked_at, completed_at) values
      ('chat', 'weekends', '{}', 'chat:1', now(), now()), ('chat', 'identity', '{}', 'chat:2', now(), now());
  `)
  await migrated()
  expect(await database('rooms').orderBy('type').select('type', 'last_message_id')).toEqual([
    { type: 'group', last_message_id: 12 },
    { type: 'weekend', last_message_id: 0 },
  ])
  expect(await database('memberships').orderBy('user_id').select('user_id', 'joined_after')).toEqual([
    { user_id: 'ann', joined_after: 0 },
    { user_id: 'bob', joined_after: 11 },
  ])
  expect(await database('bootstraps').where({ owner: 'weekends' })).toEqual([])
})
