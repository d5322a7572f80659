import type { Group, GroupsOverview, Invitation } from '@purple-sector/contracts/groups/http'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../../test/create-test-groups.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest({ maxPreviews: 20 })
})
afterAll(() => service?.close())

describe('the races of a group', () => {
  test('are the counting races of its weekend with all fields, by start', async () => {
    const ada = await service.createPerson()
    const { id: weekendId } = await service.createWeekend()
    const laterRace = await service.createRace({ weekendId, startTime: hoursFromNow(5), deadline: hoursFromNow(4) })
    const unscheduledRace = await service.createRace({ weekendId, startTime: null })
    const startedRace = await service.createRace({ weekendId, startTime: hoursFromNow(-2), deadline: hoursFromNow(-2) })
    await service.createRace({ weekendId, sessionType: 'practice' })
    const group = await service.createGroup(ada, { weekendId })
    const { body } = await ada.call<Race[]>('GET', `/api/groups/${group.id}/races`)
    expect(body.map(({ id, locked }) => [id, locked])).toEqual([
      [startedRace.id, true],
      [laterRace.id, false],
      [unscheduledRace.id, false],
    ])
    const { deleted: _, reopened: __, ...publishedRace } = laterRace
    expect(body[1]).toEqual({ ...publishedRace, locked: false })
  })

  test('are the selected races; a deleted race stays in the selection but is not listed', async () => {
    const ada = await service.createPerson()
    const { id: weekendId } = await service.createWeekend()
    const [deletedRace, remainingRace] = [
      await service.createRace({ weekendId }),
      await service.createRace({ weekendId }),
    ]
    const group = await service.createGroup(ada, { weekendId, selectedRaceIds: [deletedRace.id, remainingRace.id] })
    await service.publishEvent(raceChanged, { ...deletedRace, deleted: true })
    await expect
      .poll(async () => (await ada.call<Race[]>('GET', `/api/groups/${group.id}/races`)).body.map(({ id }) => id))
      .toEqual([remainingRace.id])
    const patchReply = await ada.call<Group>('PATCH', `/api/groups/${group.id}`, { selectedRaceIds: [deletedRace.id] })
    expect(patchReply.body.selectedRaceIds).toEqual([deletedRace.id])
    expect((await ada.call('GET', `/api/groups/${group.id}/races`)).body).toEqual([])
  })
})

describe('a visitor with an invite link', () => {
  test('reads the preview of the group only', async () => {
    const ada = await service.createPerson()
    const weekend = await service.createWeekend({ name: 'Bathurst 1000', startDate: '2030-10-10' })
    const settings = { weekendId: weekend.id, name: 'Pit Wall', description: 'All of us', isPrivate: true }
    const { inviteCode } = await service.createGroup(ada, settings)
    expect(await service.visitor('GET', `/api/groups/preview/${inviteCode}`)).toMatchObject({ status: 200 })
    expect((await service.visitor('GET', `/api/groups/preview/${inviteCode}`)).body).toEqual({
      name: 'Pit Wall',
      description: 'All of us',
      memberCount: 1,
      isPrivate: true,
      weekend: { name: 'Bathurst 1000', startDate: '2030-10-10' },
      allSeason: false,
      countBest: null,
    })
  })

  test('gets 404 for an unknown code, also when joining by it', async () => {
    const notFoundReply = { status: 404, body: { code: 'INVITE_NOT_FOUND' } }
    expect(await service.visitor('GET', '/api/groups/preview/AAAAAAAAAAAAAAAA')).toMatchObject(notFoundReply)
    expect(await service.fan('POST', '/api/groups/join/AAAAAAAAAAAAAAAA')).toMatchObject(notFoundReply)
    expect(await service.visitor('POST', '/api/groups/join/AAAAAAAAAAAAAAAA')).toMatchObject({ status: 401 })
  })

  test('is limited in the number of previews', async () => {
    const address = { 'x-client-address': '198.51.100.7' }
    const statuses = new Set<number>()
    for (let attempt = 0; attempt <= 20; attempt++)
      statuses.add((await service.visitor('GET', '/api/groups/preview/none', undefined, address)).status)
    expect([...statuses]).toEqual([404, 429])
  })
})

test('the overview has the user’s groups and pending invitations in one reply', async () => {
  const [ada, bea] = [await service.createPerson(), await service.createPerson()]
  const fetchOverview = async () => (await bea.call<GroupsOverview>('GET', '/api/groups/overview')).body
  expect(await fetchOverview()).toEqual({ groups: [], invitations: [] })
  const [ownGroup, otherGroup] = [await service.createGroup(bea), await service.createGroup(ada, { name: 'Marshals' })]
  await ada.call<Invitation>('POST', `/api/groups/${otherGroup.id}/invite-user`, { userId: bea.id })
  const { body: groups } = await bea.call<Group[]>('GET', '/api/groups')
  const { body: invitations } = await bea.call<Invitation[]>('GET', '/api/invitations')
  expect(await fetchOverview()).toEqual({ groups, invitations })
  expect(groups.map(({ id }) => id)).toEqual([ownGroup.id])
  expect(invitations).toMatchObject([{ groupId: otherGroup.id, groupName: 'Marshals' }])
})

describe('the list of a user’s groups', () => {
  test('is sorted by name, and filtered by weekend on request', async () => {
    const ada = await service.createPerson()
    const [weekend, otherWeekend] = [await service.createWeekend(), await service.createWeekend()]
    await service.createGroup(ada, { name: 'beta', weekendId: weekend.id })
    await service.createGroup(ada, { name: 'Alpha', weekendId: otherWeekend.id })
    await service.createGroup(ada, { name: 'Gamma', weekendId: weekend.id })
    const fetchNames = async (path: string) => (await ada.call<Group[]>('GET', path)).body.map(({ name }) => name)
    expect(await fetchNames('/api/groups')).toEqual(['Alpha', 'beta', 'Gamma'])
    expect(await fetchNames(`/api/groups/user/${weekend.id}`)).toEqual(['beta', 'Gamma'])
  })

  test('is read by one statement that reads no other member', async () => {
    const ada = await service.createPerson()
    const group = await service.createGroup(ada)
    await service.database.raw(
      `insert into members (group_id, user_id, role, approval_status, joined_at)
       select ?, 'fan-' || nth, 'member', 'pending', now() from generate_series(1, 4999) nth`,
      [group.id],
    )
    await service.database.raw('analyze')
    const statements: string[] = []
    // Background tasks check groups meanwhile; only the request names the user.
    const recordStatement = ({ sql, bindings }: { sql: string; bindings?: readonly unknown[] }) => {
      if (bindings?.includes(ada.id)) statements.push(sql)
    }
    service.platform.database.on('query', recordStatement)
    await ada.call('GET', '/api/groups')
    service.platform.database.off('query', recordStatement)
    const [statement = ''] = statements.filter((sql) => sql.includes('from members'))
    expect(statements.filter((sql) => /from (members|groups|users)/.test(sql))).toHaveLength(1)
    const bindings = [ada.id, null, null, null, null]
    const { rows } = await service.database.raw<{ rows: { 'QUERY PLAN': [{ Plan: unknown }] }[] }>(
      `explain (analyze, format json) ${statement.replace(/\$\d+/g, '?')}`,
      bindings,
    )
    const queryPlan = JSON.stringify(rows[0]?.['QUERY PLAN'])
    const maxRows = Math.max(...[...queryPlan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count)))
    expect(maxRows).toBeLessThan(50)
  })
})
