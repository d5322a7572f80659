import { userChanged } from '@purple-sector/contracts/identity/events'
import { applyUser } from '@purple-sector/contracts/tipping/internal'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { entry } from '@purple-sector/messaging'
import { aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestIdentity, type TestIdentity } from '../../test/create-test-identity.ts'
import { onWeekendChanged } from './on-weekend-changed.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await createTestIdentity({ adminEmails: ['boss@example.org'] })
})
afterAll(() => identity.close())

const editProfile = (payload: object, headers: Record<string, string> = {}) =>
  identity.app.inject({ method: 'PATCH', url: '/api/profile', payload, headers })
const setAvatar = (payload: object, headers: Record<string, string> = {}) =>
  identity.app.inject({ method: 'PUT', url: '/api/profile/avatar', payload, headers })
const setTheme = (payload: object, headers: Record<string, string> = {}) =>
  identity.app.inject({ method: 'PUT', url: '/api/profile/theme', payload, headers })
const changesOf = (userId: string) => identity.events('identity.user-changed.v1', `user/${userId}`)

const DEFAULT_COLOURS = {
  blueHue: 220,
  blueSaturation: 70,
  blueLightness: 50,
  orangeHue: 39,
  orangeSaturation: 96,
  orangeLightness: 51,
}

const consumeWeekendDeletion = (id: number) =>
  identity.database.transaction(async (sql) => {
    const data = aWeekend({ id, deleted: true })
    const { type, subject, key } = entry(weekendChanged, data)
    const event = {
      specversion: '1.0' as const,
      id: crypto.randomUUID(),
      source: 'weekends',
      time: new Date().toISOString(),
      datacontenttype: 'application/json' as const,
      sequence: 1,
      ...{ type, subject, key, data },
    }
    await onWeekendChanged.prepare(event)(sql)
  })

describe('the profile', () => {
  test('changes the sent fields and publishes the user', async () => {
    const { user, headers } = await identity.register({ username: 'before' })
    const reply = await editProfile(
      {
        username: 'after',
        userType: 'team',
        teamName: 'Apex',
        carNumber: '05',
        manufacturer: 'Holden',
        chatStatus: 'Row 12',
      },
      headers,
    )
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      ...user,
      username: 'after',
      userType: 'team',
      teamName: 'Apex',
      carNumber: '05',
      manufacturer: 'Holden',
      chatStatus: 'Row 12',
    })
    expect(await changesOf(user.id)).toMatchObject([
      { username: 'before', teamName: null },
      { username: 'after', teamName: 'Apex', chatStatus: 'Row 12' },
    ])
  })

  test('pushes the state of its event to tipping before it replies', async () => {
    const { user, headers } = await identity.register({ username: 'slow' })
    await editProfile({ username: 'quick' }, headers)
    expect(identity.calls.inputsOf(applyUser).slice(-2)).toMatchObject([
      { request: { sequence: 1, data: { id: user.id, username: 'slow' } } },
      { request: { sequence: 2, data: { id: user.id, username: 'quick' } } },
    ])
  })

  test('is saved when tipping does not reply', async () => {
    const { headers } = await identity.register({ username: 'alone' })
    identity.calls.stubCall(applyUser, () => Promise.reject(new Error('away')))
    expect((await editProfile({ username: 'still.alone' }, headers)).json()).toMatchObject({ username: 'still.alone' })
    identity.calls.stubCall(applyUser, () => ({ kind: 'reply', reply: {} }))
  })

  test('publishes nothing when nothing changed', async () => {
    const { user, headers } = await identity.register({ username: 'same' })
    expect((await editProfile({ username: 'same', ignored: true }, headers)).statusCode).toBe(200)
    expect(await changesOf(user.id)).toHaveLength(1)
  })

  test('rejects a taken username, ignoring case, and lets its owner change the case', async () => {
    await identity.register({ username: 'Taken' })
    const { headers } = await identity.register({ username: 'mine' })
    const reply = await editProfile({ username: 'tAKEN' }, headers)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Username already taken' })
    expect((await editProfile({ username: 'MINE' }, headers)).json()).toMatchObject({ username: 'MINE' })
  })

  test('rejects a reserved username, except for its present owner and administrators', async () => {
    const fan = await identity.register({ username: 'fan.of.all' })
    const rejection = await editProfile({ username: 'Race_Control' }, fan.headers)
    expect(rejection.statusCode).toBe(409)
    expect(rejection.json()).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Username already taken' })
    await identity.database('users').where({ id: fan.user.id }).update({ username: 'steward', first_name: 'A\u200bb' })
    const unchanged = await editProfile({ username: 'Steward', chatStatus: 'Row 12' }, fan.headers)
    expect([unchanged.statusCode, unchanged.json()]).toMatchObject([200, { username: 'Steward', chatStatus: 'Row 12' }])
    const boss = await identity.register({ email: 'boss@example.org' })
    expect((await editProfile({ username: 'race.control' }, boss.headers)).statusCode).toBe(409)
    await identity.database('users').where({ id: boss.user.id }).update({ email_verified_at: new Date() })
    expect((await editProfile({ username: 'race.control' }, boss.headers)).json()).toMatchObject({
      username: 'race.control',
    })
  })

  test('assigns a username to only one of many concurrent requests', async () => {
    const fans = await Promise.all(Array.from({ length: 5 }, () => identity.register()))
    const replies = await Promise.all(fans.map(({ headers }) => editProfile({ username: 'wanted' }, headers)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('clears the selected weekend when the user leaves the track', async () => {
    const { headers } = await identity.register()
    const atTrackReply = await editProfile(
      { trackStatus: 'at_track', selectedWeekendId: 5, preferredWeekendId: 5 },
      headers,
    )
    expect(atTrackReply.json()).toMatchObject({ trackStatus: 'at_track', selectedWeekendId: 5 })
    const awayReply = await editProfile({ trackStatus: 'away' }, headers)
    expect(awayReply.json()).toMatchObject({ trackStatus: 'away', selectedWeekendId: null, preferredWeekendId: 5 })
  })

  test('stores and publishes the spoiler delay', async () => {
    const { user, headers } = await identity.register()
    expect(user.spoilerDelaySeconds).toBe(0)
    for (const spoilerDelaySeconds of [30, 120, 0, 45])
      expect((await editProfile({ spoilerDelaySeconds }, headers)).json()).toEqual({ ...user, spoilerDelaySeconds })
    expect((await identity.app.inject({ url: '/api/auth/user', headers })).json()).toMatchObject({
      spoilerDelaySeconds: 45,
    })
    const published = (await changesOf(user.id)).map((state) => userChanged.data.parse(state).spoilerDelaySeconds)
    expect(published).toEqual([0, 30, 120, 0, 45])
  })

  test.each([
    ['autoTip', false],
    ['nudges', true],
  ] as const)('stores and publishes %s, which is %s unless chosen', async (field, initial) => {
    const { user, headers } = await identity.register()
    expect(user[field]).toBe(initial)
    for (const value of [!initial, initial, !initial])
      expect((await editProfile({ [field]: value }, headers)).json()).toEqual({ ...user, [field]: value })
    const published = (await changesOf(user.id)).map((state) => userChanged.data.parse(state)[field])
    expect(published).toEqual([initial, !initial, initial, !initial])
  })

  test('stores whose times screens show, and the user’s own time zone', async () => {
    const { user, headers } = await identity.register()
    expect(user).toMatchObject({ timesIn: 'track', timeZone: null })
    // Kiritimati is a day ahead of Pago Pago.
    for (const choice of [
      { timesIn: 'both', timeZone: 'Australia/Perth' },
      { timesIn: 'mine', timeZone: 'Pacific/Kiritimati' },
      { timesIn: 'track', timeZone: null },
      { timesIn: 'both', timeZone: 'Pacific/Pago_Pago' },
    ])
      expect((await editProfile(choice, headers)).json()).toEqual({ ...user, ...choice })
    const { body } = await identity.app.inject({ url: '/api/auth/user', headers })
    expect(JSON.parse(body)).toMatchObject({ timesIn: 'both', timeZone: 'Pacific/Pago_Pago' })
  })

  test('stores and publishes the avatar', async () => {
    const { user, headers } = await identity.register()
    const avatarConfig = { helmet: 'classic', number: '31', primaryColor: '#b850ff' }
    const reply = await setAvatar({ avatarConfig }, headers)
    expect([reply.statusCode, reply.json().avatarConfig]).toEqual([200, avatarConfig])
    expect((await identity.app.inject({ url: '/api/auth/user', headers })).json()).toMatchObject({ avatarConfig })
    expect(await changesOf(user.id)).toMatchObject([{ avatarConfig: null }, { avatarConfig }])
    expect((await setAvatar({ avatarConfig: { number: '1234' } }, headers)).json()).toMatchObject({
      issues: [{ path: 'avatarConfig.number' }],
    })
  })

  test('stores the theme and publishes the change', async () => {
    const { user, headers } = await identity.register()
    const custom = { ...DEFAULT_COLOURS, blueHue: 200 }
    const reply = await setTheme({ mode: 'custom', custom }, headers)
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...user, theme: { mode: 'custom', custom } }])
    expect((await setTheme({ mode: 'dark' }, headers)).json()).toMatchObject({ theme: { mode: 'dark', custom } })
    expect((await identity.app.inject({ url: '/api/auth/user', headers })).json()).toMatchObject({
      theme: { mode: 'dark', custom },
    })
    expect(await changesOf(user.id)).toHaveLength(3)
    await setTheme({ mode: 'dark' }, headers)
    expect(await changesOf(user.id)).toHaveLength(3)
  })

  test('defaults to the first colours of a custom theme and rejects values out of range', async () => {
    const { headers } = await identity.register()
    expect((await setTheme({ mode: 'custom' }, headers)).json()).toMatchObject({
      theme: { mode: 'custom', custom: DEFAULT_COLOURS },
    })
    const rejection = await setTheme({ mode: 'custom', custom: { ...DEFAULT_COLOURS, orangeLightness: 91 } }, headers)
    expect([rejection.statusCode, rejection.json()]).toMatchObject([
      400,
      { issues: [{ path: 'custom.orangeLightness' }] },
    ])
    expect((await setTheme({ mode: 'purple' }, headers)).statusCode).toBe(400)
  })

  test.each([
    ['chatStatus', { chatStatus: 'x'.repeat(51) }],
    ['username', { username: 'no spaces' }],
    ['carNumber', { carNumber: '1234' }],
    ['trackStatus', { trackStatus: 'somewhere' }],
    ['selectedWeekendId', { selectedWeekendId: -1 }],
    ['selectedWeekendId', { selectedWeekendId: 0 }],
    ['selectedWeekendId', { selectedWeekendId: 1.5 }],
    ['selectedWeekendId', { selectedWeekendId: '7' }],
    ['selectedWeekendId', { selectedWeekendId: 2_147_483_648 }],
    ['preferredWeekendId', { preferredWeekendId: 9_007_199_254_740_991 }],
    ['spoilerDelaySeconds', { spoilerDelaySeconds: 121 }],
    ['spoilerDelaySeconds', { spoilerDelaySeconds: -1 }],
    ['spoilerDelaySeconds', { spoilerDelaySeconds: 0.5 }],
    ['spoilerDelaySeconds', { spoilerDelaySeconds: '30' }],
    ['spoilerDelaySeconds', { spoilerDelaySeconds: null }],
    ['autoTip', { autoTip: 'yes' }],
    ['nudges', { nudges: null }],
    ['timesIn', { timesIn: 'local' }],
    ['timesIn', { timesIn: null }],
    ['timeZone', { timeZone: 'Perth' }],
    ['timeZone', { timeZone: '+08:00' }],
    ['timeZone', { timeZone: '' }],
    ['timeZone', { timeZone: 'A'.repeat(65) }],
    ['teamName', { teamName: 'Apex\u202ex' }],
    ['chatStatus', { chatStatus: 'Row\u200b12' }],
    ['firstName', { firstName: 'Race', lastName: 'Control' }],
  ])('replies with the invalid field: %s', async (path, body) => {
    const { headers } = await identity.register()
    const reply = await editProfile(body, headers)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ issues: [{ path }] })
  })

  test('requires a session', async () => {
    expect((await editProfile({})).statusCode).toBe(401)
    expect((await setAvatar({})).statusCode).toBe(401)
    expect((await setTheme({})).statusCode).toBe(401)
  })
})

describe('a deleted weekend', () => {
  test('is cleared from profiles and cannot be chosen again', async () => {
    const { headers } = await identity.register()
    const other = await identity.register()
    await editProfile({ trackStatus: 'at_track', selectedWeekendId: 8, preferredWeekendId: 8 }, headers)
    await editProfile({ preferredWeekendId: 9 }, other.headers)
    await consumeWeekendDeletion(8)
    const user = (await identity.app.inject({ url: '/api/auth/user', headers })).json()
    expect(user).toMatchObject({ trackStatus: 'at_track', selectedWeekendId: null, preferredWeekendId: null })
    const otherUser = (await identity.app.inject({ url: '/api/auth/user', headers: other.headers })).json()
    expect(otherUser).toMatchObject({ preferredWeekendId: 9 })
    const secondEdit = await editProfile({ preferredWeekendId: 8 }, headers)
    expect(secondEdit.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: 'preferredWeekendId' }] })
  })

  test('is not chosen by a concurrent edit', async () => {
    const fans = await Promise.all(Array.from({ length: 6 }, () => identity.register()))
    const edits = fans.map(({ headers }) => editProfile({ preferredWeekendId: 12 }, headers))
    await Promise.all([...edits, consumeWeekendDeletion(12)])
    expect(await identity.database('users').where({ preferred_weekend_id: 12 })).toEqual([])
  })
})
