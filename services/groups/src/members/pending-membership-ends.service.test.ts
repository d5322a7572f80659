import { applyGroup } from '@purple-sector/contracts/tipping/internal'
import { unavailable } from '@purple-sector/service-kit/errors'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'
import { pendingMembershipEnds } from '../pending-membership-ends.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())
beforeEach(() => service.database('pending_membership_ends').delete())

const acceptPushes = () => service.calls.stubCall(applyGroup, () => ({ kind: 'reply', reply: {} }))
const rejectPushes = () =>
  service.calls.stubCall(applyGroup, () => {
    throw unavailable('tipping is being replaced')
  })
/** Rows of other groups that always fail, because they do not match the schema of the call. */
const addInvalidRows = (count: number, ageS: number) =>
  service.database.raw(
    `insert into pending_membership_ends (group_id, user_id, published, committed_at)
     select 900000 + nth, 'fan', '[]', clock_timestamp() - make_interval(secs => ?)
     from generate_series(1, ?::integer) nth`,
    [ageS, count],
  )
const listPendingGroupIds = () => service.database('pending_membership_ends').orderBy('id').pluck('group_id')

test('pushes the caller’s own row after 101 rows of other groups, before the 404', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  await addInvalidRows(101, 0)
  rejectPushes()
  for (const _ of [1, 2]) expect((await bob.call('POST', `/api/groups/${group.id}/leave`)).status).toBe(503)
  acceptPushes()
  expect((await bob.call('POST', `/api/groups/${group.id}/leave`)).status).toBe(404)
  const remainingGroupIds = await listPendingGroupIds()
  expect(remainingGroupIds).toHaveLength(101)
  expect(remainingGroupIds.map(Number)).not.toContain(group.id)
})

test('replies with 404 to a wrong invite code while tipping is unavailable and rows are pending', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  rejectPushes()
  expect((await bob.call('POST', `/api/groups/${group.id}/leave`)).status).toBe(503)
  const callsBefore = service.calls.inputsOf(applyGroup).length
  expect((await service.join(bob, { inviteCode: 'AAAAAAAAAAAAAAAA' })).status).toBe(404)
  expect(service.calls.inputsOf(applyGroup)).toHaveLength(callsBefore)
  acceptPushes()
})

test('sweeps a row after 101 rows that always fail, and logs old rows as errors', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  await addInvalidRows(101, 120)
  rejectPushes()
  expect((await bob.call('POST', `/api/groups/${group.id}/leave`)).status).toBe(503)
  await service
    .database('pending_membership_ends')
    .where({ group_id: group.id })
    .update({ committed_at: new Date(Date.now() - 30_000) })
  const log = { error: vi.fn(), warn: vi.fn() }
  const applyGroupMock = vi.fn(async () => {})
  await pendingMembershipEnds(service.database, { applyGroup: applyGroupMock }).sweep(log as never)
  expect(applyGroupMock).toHaveBeenCalledOnce()
  expect((await listPendingGroupIds()).map(Number)).not.toContain(group.id)
  expect(log.error).toHaveBeenCalledTimes(101)
  acceptPushes()
})

test('returns the stored reply of a repeated create above the limit of changes', async () => {
  const ada = await service.createPerson()
  const { id: weekendId } = await service.createWeekend()
  const createGroup = (key: string) =>
    ada.call('POST', '/api/groups', { name: 'Pit Wall', weekendId }, { 'idempotency-key': key })
  const first = await createGroup('first')
  expect(first.status).toBe(201)
  for (let nth = 1; nth < 120; nth += 1) await ada.call('DELETE', '/api/groups/999999999')
  expect(await createGroup('second')).toMatchObject({ status: 429 })
  expect(await createGroup('first')).toMatchObject({ status: 201, body: first.body })
})
