import { MAX_IN_COMMUNITY, type TeamUser, type TracksideUser } from '@purple-sector/contracts/identity/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type SignedInFan, type TestIdentity } from '../../test/create-test-identity.ts'
import { communityReadModel } from './community-read-model.ts'

let identity: TestIdentity
let fan: SignedInFan
beforeAll(async () => {
  identity = await createTestIdentity()
  fan = await identity.register({ username: 'zoe' })
})
afterAll(() => identity.close())

const editProfile = ({ headers }: SignedInFan, payload: object) =>
  identity.app.inject({ method: 'PATCH', url: '/api/profile', payload, headers })
const fetchUsers = async <Row>(path: string): Promise<Row[]> =>
  (await identity.app.inject({ url: `/api/users/${path}`, headers: fan.headers })).json<Row[]>()
const fetchTrackside = (query = '') => fetchUsers<TracksideUser>(`at-track${query}`)
const fetchTeams = (query = '') => fetchUsers<TeamUser>(`teams${query}`)
const communityChangesOf = async ({ user }: SignedInFan): Promise<unknown[]> =>
  (await identity.events('identity.user-changed.v1', `user/${user.id}`)).map(
    (state) => (state as { communityChanged?: boolean }).communityChanged ?? false,
  )

describe('users at the track', () => {
  test('are listed by name while their status is at_track, optionally for one weekend', async () => {
    expect(await fetchTrackside()).toEqual([])
    const ann = await identity.register({ firstName: 'Ann' })
    const bob = await identity.register({ username: 'Bob' })
    await editProfile(fan, { trackStatus: 'at_track', selectedWeekendId: 4 })
    await editProfile(bob, { trackStatus: 'at_track', userType: 'spectator' })
    await editProfile(ann, { trackStatus: 'at_track', selectedWeekendId: 4 })
    const emptyFields = { userType: null, avatarConfig: null }
    expect(await fetchTrackside()).toEqual([
      { ...emptyFields, id: ann.user.id, username: null, firstName: 'Ann', weekendId: 4 },
      { ...emptyFields, id: bob.user.id, username: 'Bob', firstName: null, userType: 'spectator', weekendId: null },
      { ...emptyFields, id: fan.user.id, username: 'zoe', firstName: null, weekendId: 4 },
    ])
    expect((await fetchTrackside('?weekendId=4')).map(({ id }) => id)).toEqual([ann.user.id, fan.user.id])
    expect(await fetchTrackside('?weekendId=5')).toEqual([])
    for (const person of [fan, ann, bob]) await editProfile(person, { trackStatus: 'away' })
    expect(await fetchTrackside()).toEqual([])
  })

  test('are listed only for signed-in users', async () => {
    for (const path of ['at-track', 'teams'])
      expect((await identity.app.inject({ url: `/api/users/${path}` })).statusCode).toBe(401)
    const rejection = await identity.app.inject({ url: '/api/users/teams?weekendId=x', headers: fan.headers })
    expect(rejection.statusCode).toBe(400)
  })
})

test('lists all teams by name, or only the teams at a weekend', async () => {
  const redgum = await identity.register({ username: 'hana' })
  const apex = await identity.register({ username: 'carl' })
  await editProfile(redgum, { userType: 'team', teamName: 'Redgum', carNumber: '27', manufacturer: 'Toyota' })
  await editProfile(apex, { userType: 'team', teamName: 'apex', trackStatus: 'at_track', selectedWeekendId: 6 })
  await editProfile(fan, { userType: 'spectator', teamName: 'No team' })
  expect(await fetchTeams()).toMatchObject([
    { id: apex.user.id, username: 'carl', teamName: 'apex', trackStatus: 'at_track', carNumber: null },
    { id: redgum.user.id, teamName: 'Redgum', carNumber: '27', manufacturer: 'Toyota', trackStatus: null },
  ])
  expect((await fetchTeams('?weekendId=6')).map(({ id }) => id)).toEqual([apex.user.id])
  await editProfile(apex, { userType: 'spectator' })
  expect((await fetchTeams()).map(({ id }) => id)).toEqual([redgum.user.id])
})

test('publishes whether an edit changes the community lists', async () => {
  const ann = await identity.register({ username: 'quiet' })
  await editProfile(ann, { chatStatus: 'Row 12', preferredWeekendId: 3 })
  await editProfile(ann, { username: 'still.quiet' })
  await editProfile(ann, { trackStatus: 'at_track' })
  await editProfile(ann, { chatStatus: 'Row 13' })
  await editProfile(ann, { username: 'loud' })
  await editProfile(ann, { selectedWeekendId: 3 })
  await editProfile(ann, { trackStatus: 'away' })
  await editProfile(ann, { userType: 'team', teamName: 'Apex' })
  await editProfile(ann, { carNumber: '5' })
  expect(await communityChangesOf(ann)).toEqual([false, false, false, true, false, true, true, true, true, true])
})

test('reads no more rows than it lists, among 100,000 users', async () => {
  await identity.database.raw(
    `insert into users (id, email, username, user_type, team_name, track_status, selected_weekend_id)
     select 'many-' || nth, 'many' || nth || '@fans.test', 'many' || nth,
       case when nth % 3 = 0 then 'team' else 'spectator' end, 'Team ' || (nth % 977),
       case when nth % 2 = 0 then 'at_track' else 'away' end, case when nth % 2 = 0 then nth % 5 end
     from generate_series(1, 100000) nth`,
  )
  await identity.database.raw('analyze users')
  const community = communityReadModel(identity.database)
  for (const request of [community.trackside, community.teams])
    for (const weekendId of [undefined, 3]) {
      const statements: { sql: string; bindings: readonly unknown[] }[] = []
      const recordStatement = (query: { sql: string; bindings: readonly unknown[] }) => statements.push(query)
      identity.database.on('query', recordStatement)
      expect(await request(weekendId)).toHaveLength(MAX_IN_COMMUNITY)
      identity.database.off('query', recordStatement)
      const [statement] = statements
      const { rows } = await identity.database.raw<{ rows: { 'QUERY PLAN': unknown }[] }>(
        `explain (analyze, format json) ${statement?.sql.replace(/\$\d+/g, '?')}`,
        [...(statement?.bindings ?? [])] as number[],
      )
      const queryPlan = JSON.stringify(rows[0]?.['QUERY PLAN'])
      expect(queryPlan).toMatch(/"Index Name": ?"users_(trackside|teams)/)
      expect(queryPlan).not.toMatch(/"Node Type": ?"(Sort|Seq Scan|Bitmap Heap Scan)"/)
    }
})
