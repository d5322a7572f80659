import type { Message } from '@purple-sector/contracts/chat/http'
import type { Group, Invitation, JoinReply, Member } from '@purple-sector/contracts/groups/http'
import type { FoundUser } from '@purple-sector/contracts/identity/http'
import type { Entry, Picks } from '@purple-sector/contracts/tipping/http'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { expect } from 'vitest'
import { linkMailedTo } from '../servers/mailbox.ts'
import type { TestSocket } from '../test-socket.ts'
import { enter, type GatewayUrls, type Person } from './person.ts'
import { rowsOfGroup } from './rows-of-group.ts'

const CATEGORY = 'Repco Supercars Championship'
const PASSWORD = 'the flag is green'
/** Timeout for effects of events, on a busy machine. */
const LONG_TIMEOUT = { timeout: 60_000, interval: 100 }

/** Rows that may still refer to a deleted group, and why. */
const ALLOWED_REMAINDERS: readonly [tables: RegExp, reason: string][] = [
  [/^bus\./, 'the embedded bus stores events until their consumers have handled them'],
  [/^jobs\./, 'a queue retains finished jobs for a while'],
  [/^\w+\.outbox$/, 'published events are retained for some time'],
  [/^\w+\.outbox_(subjects|keys)$/, 'sequences of subjects: a later state must have a higher one'],
  [/^\w+\.(projections|inbox)$/, 'handled states: an older one must not restore any row'],
  [/^\w+\.deleted_subjects$/, 'the mark of the deletion itself'],
  [/^\w+\.idempotency_keys$/, 'replies are stored for a day, for clients that did not receive them'],
]

type Options = {
  /** Base URLs of the gateways: each user alternates between them, for calls and for sockets. */
  gateways: readonly string[]
  admin: { email: string; password: string }
  /** Folder of the sent mails. */
  dataDir: string
  /** The superuser's URL of the product's database. */
  databaseUrl: string
  /** A disruption between qualifying and race. */
  incident?(): Promise<void>
}

const order = (cars: readonly (Car | undefined)[]) =>
  cars.map((car, index) => ({ carId: car?.id, position: index + 1, status: 'classified' }))

/** Creates a weekend with a qualifying and a race of one category, open for tips, and four cars. */
const openWeekend = async (control: Person) => {
  const day = new Date().toISOString().slice(0, 10)
  const weekend = await control.post<Weekend>('/api/admin/weekends', {
    name: 'Round 1',
    startDate: day,
    endDate: day,
    isActive: true,
  })
  const add = (name: string, sessionType: string) =>
    control.post<Race>('/api/admin/races', { weekendId: weekend.id, name, category: CATEGORY, sessionType })
  const [qualifying, race] = [await add('Qualifying', 'qualifying'), await add('Race 1', 'race1')]
  const cars: Car[] = []
  for (const number of [1, 2, 3, 4])
    cars.push(await control.post<Car>('/api/admin/cars', { raceId: race.id, number, driver: `Driver ${number}` }))
  return { weekend, qualifying, race, cars }
}

/**
 * Runs the life of a group against a running product from outside: a private group is created, invites by mail and by
 * search, is joined, tipped and scored by rules that change between two sessions; then one member is rejected, and the
 * group is deleted.
 */
export const playGroupWeekend = async ({ gateways, admin, dataDir, databaseUrl, incident }: Options): Promise<void> => {
  const screens: TestSocket[] = []
  let userCount = 0
  const nextGateways = (): GatewayUrls => {
    const calls = gateways[userCount % gateways.length] ?? ''
    const sockets = gateways[++userCount % gateways.length] ?? ''
    return { calls, sockets }
  }
  const register = (username: string) =>
    enter(nextGateways(), '/api/auth/register', { email: `${username}@example.org`, password: PASSWORD, username })
  const control = await enter(nextGateways(), '/api/auth/login', admin)
  const { weekend, qualifying, race, cars } = await openWeekend(control)
  const [one, two, three, four] = cars
  const openScreen = async (person: Person, groupIds: number[] = []): Promise<TestSocket> => {
    const screen = await person.open()
    screens.push(screen)
    screen.subscribe(weekend.id, groupIds)
    await screen.next('subscribed')
    return screen
  }

  try {
    const ann = await register('ann')
    const cat = await register('cat')
    const dan = await register('dan')

    // A private group with points of its own. The second group must not change.
    const createGroup = (name: string, rules: object = {}) =>
      ann.post<Group>('/api/groups', { name, weekendId: weekend.id, ...rules })
    const otherGroup = await createGroup('Marshals', { isPrivate: false })
    const group = await createGroup('Pit Lane Kangaroos', {
      isPrivate: true,
      hidePointsUntilApproved: true,
      useCustomPointSystem: true,
      customPointSystem: { [CATEGORY]: { first: 15, second: 12, third: 10 } },
    })
    const at = `/api/groups/${group.id}`
    const boardOf = (person: Person) => person.get<Entry[]>(`${at}/leaderboard/${weekend.id}`)
    const visiblePointsOf = async (person: Person) =>
      Object.fromEntries((await boardOf(person)).map(({ username, totalPoints }) => [username, totalPoints]))
    const picksOf = async (person: Person, scope: string) => (await person.get<Picks[]>(`${scope}/picks`))[0]
    const annsScreen = await openScreen(ann, [group.id])
    await annsScreen.next('leaderboard_update', ({ data }) => data.groupId === group.id)

    // Other users do not see it, and its link accepts only invited users.
    expect((await dan.call('GET', at)).status).toBe(404)
    const join = `/api/groups/join/${group.inviteCode}`
    expect(await dan.call('POST', join)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })

    // By mail, to a user without an account yet.
    const bobsAddress = 'bob@example.org'
    await ann.post<Invitation>(`${at}/invite`, { inviteeEmail: bobsAddress })
    const mailed = async (path: string) => {
      let link = ''
      await expect
        .poll(async () => (link = await linkMailedTo(dataDir, bobsAddress, path).catch(() => '')), LONG_TIMEOUT)
        .not.toBe('')
      return link
    }
    const link = await mailed('/groups/join/')
    expect(link).toBe(`/groups/join/${group.inviteCode}`)
    const visitor = await fetch(`${gateways[0]}/api/groups/preview/${group.inviteCode}`)
    expect(await visitor.json()).toMatchObject({ name: group.name, memberCount: 1, weekend: { name: weekend.name } })
    const bob = await register('bob')
    expect(await bob.call('POST', join)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    await bob.post('/api/auth/verify/send')
    await bob.call('GET', await mailed('/api/auth/verify'))
    await expect
      .poll(() => bob.get<Invitation[]>('/api/invitations'), LONG_TIMEOUT)
      .toMatchObject([{ groupName: group.name }])
    expect(await bob.post<JoinReply>(join)).toMatchObject({ approvalStatus: 'pending', group: { memberCount: 2 } })
    // Read-your-writes, through any gateway.
    const bobsScreen = await bob.open()
    screens.push(bobsScreen)
    bobsScreen.subscribe(weekend.id, [group.id])
    expect((await bobsScreen.next('subscribed')).data.groupIds).toEqual([group.id])
    expect((await boardOf(bob)).map(({ username }) => username).toSorted()).toEqual(['ann', 'bob'])
    expect(await bob.get<Invitation[]>('/api/invitations')).toEqual([])
    await annsScreen.next('group_updated', ({ data }) => data.groupId === group.id && data.membersChanged)

    // Pending members chat, too, and can delete their own messages.
    const chat = `${at}/chat`
    await bob.post<Message>(chat, { message: 'Who is at the track?' })
    const second = await bob.post<Message>(chat, { message: 'Forget it' })
    await bob.call('DELETE', `${chat}/${second.id}`)
    await ann.post<Message>(chat, { message: 'At the kiosk' })
    const written = (await ann.get<Message[]>(chat)).map(({ message }) => message)
    expect(written).toEqual(['Who is at the track?', 'At the kiosk'])
    await bob.send('PUT', `${chat}/read`, { messageId: second.id })
    expect((await dan.call('GET', chat)).status).toBe(404)

    // By search: the invited user's open screen is notified.
    const catsScreen = await openScreen(cat)
    const [person] = await ann.get<FoundUser[]>('/api/users/search?q=cat')
    expect(person).toMatchObject({ id: cat.userId, username: 'cat' })
    await ann.post<Invitation>(`${at}/invite-user`, { userId: cat.userId })
    await catsScreen.next('invitations_updated', ({ data }) => data.groupId === group.id)
    const [invitation] = await cat.get<Invitation[]>('/api/invitations')
    expect(invitation).toMatchObject({ groupName: group.name, inviterName: 'ann', status: 'pending' })
    await cat.send('PATCH', `/api/invitations/${invitation?.id}`, { status: 'accepted' })
    await catsScreen.next('group_updated', ({ data }) => data.groupId === group.id)
    catsScreen.forget()
    catsScreen.subscribe(weekend.id, [group.id])
    expect((await catsScreen.next('subscribed')).data.groupIds).toEqual([group.id])

    // One member is approved and notified; the other stays pending.
    bobsScreen.forget()
    await ann.post<Member>(`${at}/approve/${bob.userId}`)
    await bobsScreen.next('group_updated', ({ data }) => data.groupId === group.id && data.membersChanged)
    expect(await bob.get(`/api/groups/memberships`)).toEqual([
      { groupId: group.id, approvalStatus: 'approved', usesOpenTips: false },
    ])

    // Every member tips in the group and, differently, in the open competition.
    const tip = async (person: Person, own: Car | undefined, inOpen: Car | undefined) => {
      const body = { weekendId: weekend.id, category: CATEGORY }
      await person.post('/api/tips', { ...body, carId: own?.id, groupId: group.id, tipSource: 'group' })
      await person.post('/api/tips', { ...body, carId: inOpen?.id, tipSource: 'sector' })
    }
    await tip(ann, three, one)
    await tip(bob, one, four)
    await tip(cat, two, four)
    const early = await dan.call('POST', '/api/tips', {
      weekendId: weekend.id,
      category: CATEGORY,
      carId: one?.id,
      groupId: group.id,
      tipSource: 'group',
    })
    expect(early.status).toBe(403)
    for (const scope of [at, `/api/weekends/${weekend.id}`])
      expect(await picksOf(bob, scope)).toEqual({
        ...{ categoryId: expect.any(Number), category: CATEGORY, open: true },
        waitsFor: { raceId: race.id, name: race.name, deadline: race.deadline },
      })

    // Qualifying, with the group's own points. Only cat sees her points until she is approved.
    const publish = (session: Race, cars: readonly (Car | undefined)[]) =>
      control.send('PUT', `/api/admin/races/${session.id}/results`, { status: 'official', classification: order(cars) })
    await publish(qualifying, [one, two, three, four])
    await expect.poll(() => visiblePointsOf(bob), LONG_TIMEOUT).toEqual({ ann: 10, bob: 15, cat: null })
    await expect.poll(() => visiblePointsOf(cat), LONG_TIMEOUT).toEqual({ ann: 10, bob: 15, cat: 12 })
    const scoredFrame = await annsScreen.next(
      'leaderboard_update',
      ({ data }) => data.groupId === group.id && data.entries.some(({ totalPoints }) => totalPoints === 15),
    )
    expect(scoredFrame.data.entries.find(({ userId }) => userId === cat.userId)).toMatchObject({ totalPoints: null })
    expect((await picksOf(bob, at))?.open).toBe(true)
    await ann.post<Member>(`${at}/approve/${cat.userId}`)
    await expect.poll(() => visiblePointsOf(bob), LONG_TIMEOUT).toEqual({ ann: 10, bob: 15, cat: 12 })

    // Another rule between two sessions; affected members are notified.
    bobsScreen.forget()
    const changed = { customPointSystem: { [CATEGORY]: { first: 100, second: 50, third: 25 } } }
    await ann.send<Group>('PATCH', at, changed)
    await bobsScreen.next('group_updated', ({ data }) => data.groupId === group.id && data.rulesChanged)
    await incident?.()

    // The race by the new rule; qualifying stays unchanged.
    for (const screen of screens.splice(0)) screen.close()
    const [annsRaceScreen, bobsRaceScreen, catsRaceScreen] = [
      await openScreen(ann, [group.id]),
      await openScreen(bob, [group.id]),
      await openScreen(cat, [group.id]),
    ]
    await publish(race, [two, one, three, four])
    const final = { ann: 10 + 25, bob: 15 + 50, cat: 12 + 100 }
    await expect.poll(() => visiblePointsOf(bob), LONG_TIMEOUT).toEqual(final)
    for (const screen of [annsRaceScreen, bobsRaceScreen, catsRaceScreen])
      await screen.next(
        'leaderboard_update',
        ({ data }) => data.groupId === group.id && data.entries[0]?.totalPoints === final.cat,
      )

    // Picks, after the last counting session has locked.
    const picked = await picksOf(bob, at)
    expect(picked).toMatchObject({ open: false, tips: 3, yours: one?.id })
    if (picked?.open !== false) throw new Error('The picks are not open')
    expect(picked.members?.map(({ username, carId }) => [username, carId]).toSorted()).toEqual([
      ['ann', three?.id],
      ['bob', one?.id],
      ['cat', two?.id],
    ])
    expect(await picksOf(dan, `/api/weekends/${weekend.id}`)).toMatchObject({
      open: false,
      tips: 3,
      yours: null,
      cars: [
        { carId: four?.id, count: 2, percent: 66.7 },
        { carId: one?.id, count: 1, percent: 33.3 },
      ],
    })

    // A rejected member loses access at once.
    for (const screen of [annsRaceScreen, bobsRaceScreen, catsRaceScreen]) screen.forget()
    await ann.post(`${at}/reject/${bob.userId}`)
    for (const path of [
      at,
      `${at}/members`,
      `${at}/races`,
      `${at}/picks`,
      `${at}/race-progress`,
      `${at}/category-standings`,
    ])
      expect([path, (await bob.call('GET', path)).status]).toEqual([path, 404])
    expect((await bob.call('GET', `${at}/leaderboard/${weekend.id}`)).status).toBe(404)
    await expect.poll(async () => (await bob.call('GET', chat)).status, LONG_TIMEOUT).toBe(404)
    expect(await bob.get('/api/groups')).toEqual([])
    expect(await bob.call('POST', join)).toMatchObject({ status: 403, body: { code: 'INVITE_ONLY' } })
    await bobsRaceScreen.next('group_updated', ({ data }) => data.groupId === group.id && data.membersChanged)
    bobsRaceScreen.forget()
    await annsRaceScreen.next(
      'leaderboard_update',
      ({ data }) => data.groupId === group.id && !data.entries.some(({ userId }) => userId === bob.userId),
    )
    await bobsRaceScreen.settled()
    expect(bobsRaceScreen.frames.filter(({ data }) => 'groupId' in data && data.groupId === group.id)).toEqual([])
    bobsRaceScreen.subscribe(weekend.id, [group.id])
    expect((await bobsRaceScreen.next('subscribed')).data.groupIds).toEqual([])

    // Deletion: no service finds any of it. The other group is complete.
    const rows = rowsOfGroup(databaseUrl)
    try {
      const marks = await rows.marksOf(group.id, [group.name, group.inviteCode])
      const findRemainders = async () => {
        const rowCounts = Object.entries(await rows.find(marks))
        return rowCounts.filter(([table]) => !ALLOWED_REMAINDERS.some(([tables]) => tables.test(table)))
      }
      const before = (await findRemainders()).map(([table]) => table)
      const expectedTables = ['groups.groups', 'groups.members', 'groups.invitations']
      const inTipping = ['scopes', 'scope_rules', 'memberships', 'tips', 'tip_revisions', 'awards', 'standings']
      const inChat = ['groups', 'memberships', 'messages', 'read_marks', 'rooms']
      const inEngagement = ['groups', 'memberships', 'tips', 'notifications', 'activities']
      const tablesOfServices = { tipping: inTipping, chat: inChat, engagement: inEngagement }
      for (const [schema, tables] of Object.entries(tablesOfServices))
        expectedTables.push(...tables.map((name) => `${schema}.${name}`))
      expect(before).toEqual(expect.arrayContaining(expectedTables))
      expect((await ann.call('DELETE', at)).status).toBe(204)
      for (const screen of [annsRaceScreen, catsRaceScreen])
        await screen.next('group_updated', ({ data }) => data.groupId === group.id && data.deleted)
      for (const member of [ann, cat]) expect((await member.call('GET', at)).status).toBe(404)
      expect((await cat.call('GET', `${at}/leaderboard/${weekend.id}`)).status).toBe(404)
      await expect.poll(findRemainders, LONG_TIMEOUT).toEqual([])
      expect((await rows.find(await rows.marksOf(otherGroup.id, [otherGroup.name])))['groups.groups']).toBe(1)
    } finally {
      await rows.close()
    }
    expect((await ann.get<Group[]>('/api/groups')).map(({ name }) => name)).toEqual([otherGroup.name])
    expect((await ann.get<Entry[]>(`/api/groups/${otherGroup.id}/leaderboard/${weekend.id}`)).length).toBe(1)
  } finally {
    for (const screen of screens) screen.close()
  }
}
