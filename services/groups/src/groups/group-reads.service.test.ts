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
  test('are the counting ones of its weekend, in full, by start', async () => {
    const ada = await service.person()
    const { id: weekendId } = await service.weekend()
    const later = await service.race({ weekendId, startTime: hoursFromNow(5), deadline: hoursFromNow(4) })
    const never = await service.race({ weekendId, startTime: null })
    const over = await service.race({ weekendId, startTime: hoursFromNow(-2), deadline: hoursFromNow(-2) })
    await service.race({ weekendId, sessionType: 'practice' })
    const group = await service.group(ada, { weekendId })
    const { body } = await ada.call<Race[]>('GET', `/api/groups/${group.id}/races`)
    expect(body.map(({ id, locked }) => [id, locked])).toEqual([
      [over.id, true],
      [later.id, false],
      [never.id, false],
    ])
    const { deleted: _, reopened: __, ...publishedRace } = later
    expect(body[1]).toEqual({ ...publishedRace, locked: false })
  })

  test('are the selected ones; a deleted race remains in the selection only', async () => {
    const ada = await service.person()
    const { id: weekendId } = await service.weekend()
    const [one, two] = [await service.race({ weekendId }), await service.race({ weekendId })]
    const group = await service.group(ada, { weekendId, selectedRaceIds: [one.id, two.id] })
    await service.announce(raceChanged, { ...one, deleted: true })
    await expect
      .poll(async () => (await ada.call<Race[]>('GET', `/api/groups/${group.id}/races`)).body.map(({ id }) => id))
      .toEqual([two.id])
    const patched = await ada.call<Group>('PATCH', `/api/groups/${group.id}`, { selectedRaceIds: [one.id] })
    expect(patched.body.selectedRaceIds).toEqual([one.id])
    expect((await ada.call('GET', `/api/groups/${group.id}/races`)).body).toEqual([])
  })
})

describe('a visitor with an invite link', () => {
  test('reads the preview of the group only', async () => {
    const ada = await service.person()
    const weekend = await service.weekend({ name: 'Bathurst 1000', startDate: '2030-10-10' })
    const settings = { weekendId: weekend.id, name: 'Pit Wall', description: 'All of us', isPrivate: true }
    const { inviteCode } = await service.group(ada, settings)
    expect(await service.visitor('GET', `/api/groups/preview/${inviteCode}`)).toMatchObject({ status: 200 })
    expect((await service.visitor('GET', `/api/groups/preview/${inviteCode}`)).body).toEqual({
      name: 'Pit Wall',
      description: 'All of us',
      memberCount: 1,
      isPrivate: true,
      weekend: { name: 'Bathurst 1000', startDate: '2030-10-10' },
    })
  })

  test('gets 404 for an unknown code, also when joining by it', async () => {
    const nowhere = { status: 404, body: { code: 'INVITE_NOT_FOUND' } }
    expect(await service.visitor('GET', '/api/groups/preview/AAAAAAAAAAAAAAAA')).toMatchObject(nowhere)
    expect(await service.fan('POST', '/api/groups/join/AAAAAAAAAAAAAAAA')).toMatchObject(nowhere)
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
  const [ada, bea] = [await service.person(), await service.person()]
  const overview = async () => (await bea.call<GroupsOverview>('GET', '/api/groups/overview')).body
  expect(await overview()).toEqual({ groups: [], invitations: [] })
  const [own, other] = [await service.group(bea), await service.group(ada, { name: 'Marshals' })]
  await ada.call<Invitation>('POST', `/api/groups/${other.id}/invite-user`, { userId: bea.id })
  const { body: groups } = await bea.call<Group[]>('GET', '/api/groups')
  const { body: invitations } = await bea.call<Invitation[]>('GET', '/api/invitations')
  expect(await overview()).toEqual({ groups, invitations })
  expect(groups.map(({ id }) => id)).toEqual([own.id])
  expect(invitations).toMatchObject([{ groupId: other.id, groupName: 'Marshals' }])
})

describe('the list of a user’s groups', () => {
  test('is sorted by name, and filtered by weekend on request', async () => {
    const ada = await service.person()
    const [here, there] = [await service.weekend(), await service.weekend()]
    await service.group(ada, { name: 'beta', weekendId: here.id })
    await service.group(ada, { name: 'Alpha', weekendId: there.id })
    await service.group(ada, { name: 'Gamma', weekendId: here.id })
    const names = async (path: string) => (await ada.call<Group[]>('GET', path)).body.map(({ name }) => name)
    expect(await names('/api/groups')).toEqual(['Alpha', 'beta', 'Gamma'])
    expect(await names(`/api/groups/user/${here.id}`)).toEqual(['beta', 'Gamma'])
  })

  test('costs one statement, which reads no other member', async () => {
    const ada = await service.person()
    const group = await service.group(ada)
    await service.database.raw(
      `insert into members (group_id, user_id, role, approval_status, joined_at)
       select ?, 'fan-' || nth, 'member', 'pending', now() from generate_series(1, 4999) nth`,
      [group.id],
    )
    await service.database.raw('analyze')
    const statements: string[] = []
    const note = ({ sql }: { sql: string }) => statements.push(sql)
    service.platform.database.on('query', note)
    await ada.call('GET', '/api/groups')
    service.platform.database.off('query', note)
    const [read = ''] = statements.filter((sql) => sql.includes('from members'))
    expect(statements.filter((sql) => /from (members|groups|users)/.test(sql))).toHaveLength(1)
    const numbered = [ada.id, null, null, null, null]
    const { rows } = await service.database.raw<{ rows: { 'QUERY PLAN': [{ Plan: unknown }] }[] }>(
      `explain (analyze, format json) ${read.replace(/\$\d+/g, '?')}`,
      numbered,
    )
    const read5k = JSON.stringify(rows[0]?.['QUERY PLAN'])
    const maxRows = Math.max(...[...read5k.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count)))
    expect(maxRows).toBeLessThan(50)
  })
})
