import { createECDH, randomBytes } from 'node:crypto'
import type { Message } from '@purple-sector/contracts/chat/http'
import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { Group, Member } from '@purple-sector/contracts/groups/http'
import type { AccountExport, OwnSession } from '@purple-sector/contracts/identity/http'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { expect, vi } from 'vitest'
import { rowsByColumn } from '../databases/rows-by-column.ts'
import { enter, type GatewayUrls, type Person } from '../group-weekend/person.ts'
import { CATEGORY, openOneRaceWeekend } from '../one-race-weekend.ts'
import { linkMailedTo } from '../servers/mailbox.ts'
import { openSocket } from '../test-socket.ts'
import { rowsWithWords } from './rows-with-words.ts'

const PASSWORD = 'the flag is green'
/** Timeout for effects of events, on a busy machine. */
const LONG_TIMEOUT = { timeout: 60_000, interval: 100 }

/** Unique texts of the user who deletes the account: any row that contains one of them has data of that user. */
const LEAVER = {
  email: 'quokkamail@example.org',
  username: 'quokkaname',
  firstName: 'Quokkafirst',
  lastName: 'Quokkalast',
  chatStatus: 'quokkastatus',
  teamName: 'Quokkateam',
  manufacturer: 'Quokkamake',
}
const FRIEND = 'quokkafriend@example.org'
const WORDS = ['quokka']

type Options = {
  /** Base URLs of the gateways: each user alternates between them, for calls and for sockets. */
  gateways: readonly string[]
  admin: { email: string; password: string }
  /** Folder of the sent mails. */
  dataDir: string
  /** The superuser's URL of the product's database. */
  databaseUrl: string
}

/** Signs in with a further browser, and returns its cookie. */
const signInForCookie = async (gateway: string, email: string): Promise<string> => {
  const reply = await fetch(`${gateway}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
}

/**
 * Runs the life of an account against a running product from outside: a user uses every feature, exports the data, ends
 * a session and deletes the account; then no data identify the user any more.
 */
export const playAccountLife = async ({ gateways, admin, dataDir, databaseUrl }: Options): Promise<void> => {
  const rowSearch = rowsWithWords(databaseUrl)
  const columnSearch = rowsByColumn(databaseUrl)
  const [firstGateway = '', secondGateway = firstGateway] = gateways
  const gatewayUrls: GatewayUrls = { calls: firstGateway, sockets: secondGateway }
  const control = await enter(gatewayUrls, '/api/auth/login', admin)
  const { weekend, race, cars } = await openOneRaceWeekend(control)
  const tipOn = (car: Car | undefined, group?: Group) => ({
    ...{ weekendId: weekend.id, category: CATEGORY, carId: car?.id },
    ...(group ? { groupId: group.id, tipSource: 'group' } : {}),
  })
  const register = (email: string, username: string) =>
    enter(gatewayUrls, '/api/auth/register', { email, username, password: PASSWORD })

  try {
    const ann = await register('anna@example.org', 'anna')
    const createGroup = (founder: Person, name: string) =>
      founder.post<Group>('/api/groups', { name, weekendId: weekend.id })
    const [annsGroup, secondGroup] = [await createGroup(ann, 'Pit Wall'), await createGroup(ann, 'Paddock')]
    // Entered by another user, before the account exists.
    await ann.post(`/api/groups/${annsGroup.id}/invite`, { inviteeEmail: LEAVER.email })

    const lea = await register(LEAVER.email, LEAVER.username)
    const { email, username, ...profile } = LEAVER
    await lea.send('PATCH', '/api/profile', { ...profile, userType: 'team', trackStatus: 'at_track' })
    await lea.send('PUT', '/api/profile/avatar', { avatarConfig: { helmet: 'classic', team: 'Quokkaracing' } })
    const verify = await vi.waitFor(() => linkMailedTo(dataDir, email, '/api/auth/verify'), LONG_TIMEOUT)
    expect((await lea.call('GET', verify)).status).toBe(303)
    await lea.call('POST', '/api/auth/password/forgot', { email })
    const invitation = await vi.waitFor(async () => {
      const [pending] = await lea.get<{ id: number }[]>('/api/invitations')
      if (!pending) throw new Error('no invitation yet')
      return pending
    }, LONG_TIMEOUT)
    await lea.send('PATCH', `/api/invitations/${invitation.id}`, { status: 'accepted' })
    // By name, with a key: its reply is stored for a day and contains the invited user.
    const invited = await fetch(`${firstGateway}/api/groups/${secondGroup.id}/invite-user`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'idempotency-key': 'invited', origin: firstGateway },
        cookie: await signInForCookie(firstGateway, ann.email),
      },
      body: JSON.stringify({ userId: lea.userId }),
    })
    expect(await invited.json()).toMatchObject({ inviteeName: username })
    const leasGroup = await createGroup(lea, 'Scrutineers')
    await ann.post(`/api/groups/join/${leasGroup.inviteCode}`)
    await lea.post(`/api/groups/${leasGroup.id}/approve/${ann.userId}`)
    await lea.post(`/api/groups/${leasGroup.id}/invite`, { inviteeEmail: FRIEND })

    for (const body of [tipOn(cars[0]), tipOn(cars[1], annsGroup)])
      await vi.waitFor(() => lea.post('/api/tips', body), LONG_TIMEOUT)
    await ann.post('/api/tips', tipOn(cars[1]))
    const rooms = [`/api/weekends/${weekend.id}/chat`, `/api/groups/${annsGroup.id}/chat`]
    for (const room of rooms) await vi.waitFor(() => lea.post(room, { message: 'See you at turn one' }), LONG_TIMEOUT)
    const deletedMessage = await lea.post<Message>(rooms[0] ?? '', { message: 'Absolute donkeys' })
    await control.send('DELETE', `/api/admin/chat/weekend/${deletedMessage.id}`, { reason: 'Be kind' })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await control.send('PUT', `/api/admin/chat/mutes/${lea.userId}`, { until, reason: 'Calm down' })
    const classification = cars.map(({ id }, index) => ({ carId: id, position: index + 1, status: 'classified' }))
    await control.send('PUT', `/api/admin/races/${race.id}/results`, { status: 'official', classification })
    const readBoard = () => ann.get<Entry[]>(`/api/weekends/${weekend.id}/leaderboard`)
    await expect.poll(async () => (await readBoard())[0], LONG_TIMEOUT).toMatchObject({ username, totalPoints: 50 })

    // All other features.
    const subject = { type: 'result', id: race.id }
    const vote = { weekendId: weekend.id, category: CATEGORY, driverName: 'Driver 1' }
    await vi.waitFor(() => lea.post('/api/driver-poll', vote), LONG_TIMEOUT)
    const reaction = { weekendId: weekend.id, kind: 'reaction', reaction: 'fire' }
    for (const reactionSubject of [subject, { type: 'message', id: deletedMessage.id - 1 }])
      await vi.waitFor(
        () => lea.post('/api/fan-engagement/actions', { ...reaction, subject: reactionSubject }),
        LONG_TIMEOUT,
      )
    await lea.post('/api/notifications/push-subscriptions', {
      endpoint: 'https://quokkapush.invalid/here',
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
    })
    const templateType = 'tip_performance'
    await vi.waitFor(
      () => lea.post('/api/social-share/generate', { weekendId: weekend.id, templateType }),
      LONG_TIMEOUT,
    )
    const countNotifications = async () => (await lea.get<Notification[]>(`/api/notifications/${weekend.id}`)).length
    await expect.poll(countNotifications, LONG_TIMEOUT).toBeGreaterThan(0)

    // One browser is signed out from another: its socket closes too.
    const signedOutSocket = await openSocket(secondGateway, { cookie: await signInForCookie(firstGateway, email) })
    const signIns = await lea.get<OwnSession[]>('/api/auth/sessions')
    expect(signIns).toHaveLength(2)
    await lea.send('DELETE', `/api/auth/sessions/${signIns.find(({ isCurrent }) => !isCurrent)?.id}`)
    expect(await signedOutSocket.closed).toMatchObject({ code: 4401 })

    // The data export.
    const accountExport = await lea.get<AccountExport>('/api/profile/export')
    expect(accountExport.user).toMatchObject({ email, username, ...profile })
    expect(accountExport.services).toMatchObject({
      identity: { sessions: [{}] },
      tipping: {
        tips: [
          { weekend: 'Round 1', groupId: null, car: { driver: 'Driver 1' }, history: [{}] },
          { groupId: annsGroup.id, car: { driver: 'Driver 2' } },
        ],
        awards: expect.arrayContaining([expect.objectContaining({ race: 'Race 1', groupId: null, points: 50 })]),
        standings: expect.arrayContaining([expect.objectContaining({ groupId: null, totalPoints: 50 })]),
      },
      groups: {
        founded: [{ name: 'Scrutineers' }],
        memberships: [{ group: 'Pit Wall' }, { group: 'Scrutineers', role: 'admin' }],
        invitationsSent: [{ inviteeEmail: FRIEND, status: 'pending' }],
        invitationsReceived: [
          { inviterUsername: 'anna', inviteeEmail: email, status: 'accepted' },
          { status: 'pending' },
        ],
      },
      chat: {
        messages: [{ message: 'See you at turn one' }, { groupId: annsGroup.id }, { deleteReason: 'Be kind' }],
        mutes: [{ reason: 'Calm down' }],
      },
      engagement: {
        votes: [{ driver: 'Driver 1' }],
        reactions: [{ subjectType: 'result' }, { subjectType: 'message' }],
        pushSubscriptions: [{ endpoint: 'https://quokkapush.invalid/here' }],
        shareTemplates: [{ templateType }],
        notifications: expect.arrayContaining([expect.objectContaining({ type: 'position' })]),
      },
      weekends: {},
      admin: { acts: [] },
    })
    expect(Object.keys(await rowSearch.find(WORDS))).toEqual(expect.arrayContaining(['identity.users', 'groups.users']))

    // The deletion.
    const remainingSocket = await openSocket(secondGateway, { cookie: await signInForCookie(firstGateway, email) })
    expect(await lea.call('DELETE', '/api/profile', { password: 'not mine' })).toMatchObject({ status: 400 })
    expect(await lea.call('DELETE', '/api/profile', { password: PASSWORD })).toMatchObject({ status: 204 })
    const deletedAt = performance.now()
    expect(await remainingSocket.closed).toMatchObject({ code: 4401 })
    // Takes a second on an idle machine; other processes may run at the same time.
    expect(performance.now() - deletedAt).toBeLessThan(30_000)
    for (const gateway of gateways) {
      const reply = await fetch(`${gateway}/api/auth/user`, {
        headers: { cookie: await signInForCookie(firstGateway, email) },
      })
      expect(reply.status).toBe(401)
    }

    await expect.poll(() => rowSearch.find(WORDS), LONG_TIMEOUT).toEqual({})
    // The user's messages remain, anonymous, and still accept reactions.
    await expect
      .poll(() => columnSearch.find('engagement', 'user_id', lea.userId), LONG_TIMEOUT)
      .toEqual({ messages: 2 })
    await expect
      .poll(async () => (await readBoard())[0], LONG_TIMEOUT)
      .toMatchObject({
        userId: lea.userId,
        totalPoints: 50,
        username: null,
        firstName: null,
        lastName: null,
        avatarConfig: null,
      })
    const [message] = await ann.get<Message[]>(rooms[1] ?? '')
    expect(message).toMatchObject({ userId: lea.userId, userName: 'Anonymous', message: 'See you at turn one' })
    const [member, ...otherMembers] = await ann.get<Member[]>(`/api/groups/${leasGroup.id}/members`)
    expect([member?.userId, member?.role, otherMembers]).toEqual([ann.userId, 'admin', []])

    // Address and name are available again, and their next owner finds no data.
    const next = await register(email, username)
    expect(next.userId).not.toBe(lea.userId)
    expect(await next.get('/api/invitations')).toEqual([])
  } finally {
    await columnSearch.close()
    await rowSearch.close()
  }
}
