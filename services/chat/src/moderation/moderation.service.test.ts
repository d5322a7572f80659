import { adminActed, muteChanged, roomChanged } from '@purple-sector/contracts/chat/events'
import type { ModeratedMessage, Mute } from '@purple-sector/contracts/chat/http'
import { anAdmin, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'

let chat: TestChat
let chief: Person
beforeAll(async () => {
  chat = await startChat()
  chief = await chat.createPerson(anAdmin({ username: 'race.control' }), { isAdmin: true })
})
afterAll(() => chat?.close())

const mutePathOf = ({ id }: Pick<Person, 'id'>) => `/api/admin/chat/mutes/${id}`
const listMutes = async () => (await chief.call<Mute[]>('GET', '/api/admin/chat/mutes')).body
const nextAction = (action: string, id: number | string) =>
  chat.probe.next(adminActed, (data) => data.action === action && data.subject.id === String(id))
const actsOn = (id: number | string) => chat.probe.seen(adminActed).filter(({ data }) => data.subject.id === String(id))

test('lists people of the audit log with their current names', async () => {
  const ann = await chat.createPerson({ username: 'ann' })
  const path = `/api/admin/chat/people?ids=nobody,${ann.id}`
  const { status, body } = await chief.call('GET', path)
  expect([status, body]).toEqual([200, [{ userId: ann.id, userName: 'ann' }]])
})

describe('a mute', () => {
  test('shows “Administrator” for an administrator without a name', async () => {
    const nameless = anAdmin({ username: null, firstName: null, lastName: null })
    const [namelessAdmin, ann] = [await chat.createPerson(nameless, { isAdmin: true }), await chat.createPerson()]
    const muteReply = await namelessAdmin.call<Mute>('PUT', mutePathOf(ann), { until: hoursFromNow(1), reason: 'Spam' })
    expect(muteReply.body.by).toBe('Administrator')
  })

  test('stops a user from writing in every room until lifted, and is published and audited', async () => {
    const ann = await chat.createPerson({ username: 'ann' })
    const { id } = await chat.createWeekend()
    const group = await chat.createGroup(ann)
    const until = hoursFromNow(2)
    const muted = { userId: ann.id, userName: 'ann', until, reason: 'Spoilers', by: 'race.control' }
    const muteReply = await chief.call<Mute>('PUT', mutePathOf(ann), { until, reason: ' Spoilers ' })
    expect([muteReply.status, muteReply.body]).toEqual([200, { ...muted, at: expect.any(String) }])
    expect(await listMutes()).toContainEqual(muteReply.body)
    for (const path of [`/api/weekends/${id}/chat`, `/api/groups/${group.id}/chat`]) {
      const rejection = await ann.call('POST', path, { message: 'Hello' })
      expect([rejection.status, rejection.body]).toMatchObject([403, { code: 'MUTED', until }])
      expect((await ann.call('GET', path)).status).toBe(200)
    }
    const published = await chat.probe.next(muteChanged, ({ userId }) => userId === ann.id)
    expect(published.data).toEqual({ userId: ann.id, until, reason: 'Spoilers', deleted: false })
    expect((await nextAction('person.muted', ann.id)).data).toMatchObject({
      actor: { id: chief.id, username: 'race.control' },
      subject: { type: 'user', id: ann.id },
      before: null,
      after: { until, reason: 'Spoilers' },
    })

    expect((await chief.call('DELETE', mutePathOf(ann))).status).toBe(204)
    expect((await chief.call('DELETE', mutePathOf(ann))).status).toBe(204)
    expect(await listMutes()).not.toContainEqual(muteReply.body)
    await chat.sendMessage(ann, `/api/weekends/${id}/chat`, 'Back again')
    const lifted = await chat.probe.next(muteChanged, ({ userId }) => userId === ann.id)
    expect(lifted.data).toEqual({ userId: ann.id, until: null, reason: '', deleted: false })
    expect((await nextAction('person.unmuted', ann.id)).data).toMatchObject({
      before: { until, reason: 'Spoilers' },
      after: null,
    })
  })

  test('changes when set again with other values, but not with the same values', async () => {
    const bob = await chat.createPerson({ username: 'bob' })
    const [earlier, later] = [hoursFromNow(1), hoursFromNow(3)]
    for (const until of [earlier, earlier, later]) {
      const { status, body } = await chief.call<Mute>('PUT', mutePathOf(bob), { until, reason: 'Insults' })
      expect([status, body.until]).toEqual([200, until])
    }
    await chief.call('DELETE', mutePathOf(bob))
    await nextAction('person.unmuted', bob.id)
    const afters = actsOn(bob.id).map(({ data }) => data.after)
    expect(afters).toEqual([{ until: earlier, reason: 'Insults' }, { until: later, reason: 'Insults' }, null])
    const published = chat.probe.seen(muteChanged).filter(({ data }) => data.userId === bob.id)
    expect(published.map(({ data }) => data.until)).toEqual([earlier, later, null])
  })

  test('has no effect after its end', async () => {
    const cat = await chat.createPerson({ username: 'cat' })
    const { id } = await chat.createWeekend()
    await chief.call('PUT', mutePathOf(cat), { until: hoursFromNow(1), reason: 'Insults' })
    await chat
      .database('mutes')
      .where({ user_id: cat.id })
      .update({ until: hoursFromNow(-1) })
    expect((await listMutes()).map(({ userId }) => userId)).not.toContain(cat.id)
    await chat.sendMessage(cat, `/api/weekends/${id}/chat`, 'Hello again')
    expect((await chief.call('DELETE', mutePathOf(cat))).status).toBe(204)
    const until = hoursFromNow(1)
    await chief.call('PUT', mutePathOf(cat), { until, reason: 'Again' })
    const secondMute = await chat.probe.next(adminActed, ({ subject, before, after }) => {
      const reason = after && typeof after === 'object' && 'reason' in after && after.reason
      return subject.id === cat.id && before === null && reason === 'Again'
    })
    expect(secondMute.data.action).toBe('person.muted')
    expect(actsOn(cat.id).map(({ data }) => data.action)).toEqual(['person.muted', 'person.muted'])
  })

  test.each([
    ['in the past', hoursFromNow(-1), 'Spoilers', 'until'],
    ['for longer than seven days', hoursFromNow(7 * 24 + 1), 'Spoilers', 'until'],
    ['without a reason', hoursFromNow(1), '  ', 'reason'],
    ['with a reason of 501 characters', hoursFromNow(1), 'x'.repeat(501), 'reason'],
  ])('is rejected %s', async (_, until, reason, path) => {
    const dan = await chat.createPerson()
    const { status, body } = await chief.call('PUT', mutePathOf(dan), { until, reason })
    expect([status, body]).toMatchObject([400, { issues: [{ path }] }])
  })

  test('is rejected for administrators and for unknown users', async () => {
    const other = await chat.createPerson(anAdmin(), { isAdmin: true })
    const body = { until: hoursFromNow(1), reason: 'Spoilers' }
    for (const admin of [chief, other]) {
      const { status, body: refusal } = await chief.call('PUT', mutePathOf(admin), body)
      expect([status, refusal]).toMatchObject([409, { code: 'IS_ADMINISTRATOR' }])
    }
    const unknown = await chief.call('PUT', '/api/admin/chat/mutes/nobody', body)
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'USER_NOT_FOUND' }])
    expect((await chief.call('DELETE', '/api/admin/chat/mutes/nobody')).status).toBe(204)
  })
})

describe('slow mode', () => {
  test('makes each user wait between two messages, and is published and audited', async () => {
    const [eve, fay] = [await chat.createPerson({ username: 'eve' }), await chat.createPerson({ username: 'fay' })]
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    const room = `/api/admin/chat/rooms/weekend/${id}`
    for (let each = 0; each < 2; each++) {
      const { status, body } = await chief.call('PUT', room, { slowModeSeconds: 300 })
      expect([status, body]).toEqual([200, { weekendId: id, groupId: null, slowModeSeconds: 300 }])
    }
    await chat.sendMessage(eve, path, 'First')
    const rejection = await eve.call('POST', path, { message: 'Second' })
    expect([rejection.status, rejection.body]).toMatchObject([429, { code: 'SLOW_MODE' }])
    expect(Number(rejection.headers['retry-after'])).toBeGreaterThan(0)
    await chat.sendMessage(fay, path, 'First of another')
    expect((await chief.call('PUT', room, { slowModeSeconds: 0 })).status).toBe(200)
    await chat.sendMessage(eve, path, 'Second')

    const slowModeEvent = await chat.probe.next(roomChanged, ({ weekendId }) => weekendId === id)
    expect(slowModeEvent.data).toEqual({ weekendId: id, groupId: null, slowModeSeconds: 300, deleted: false })
    const endEvent = await chat.probe.next(roomChanged, ({ weekendId }) => weekendId === id)
    expect(endEvent.data).toMatchObject({ slowModeSeconds: 0 })
    await nextAction('chat.slowed', id)
    await nextAction('chat.slowed', id)
    expect(actsOn(id).map(({ data }) => [data.subject.type, data.before, data.after])).toEqual([
      ['weekend-chat', { slowModeSeconds: 0 }, { slowModeSeconds: 300 }],
      ['weekend-chat', { slowModeSeconds: 300 }, { slowModeSeconds: 0 }],
    ])
  })

  test('can be set in a group by an administrator who is no member', async () => {
    const group = await chat.createGroup(await chat.createPerson())
    const reply = await chief.call('PUT', `/api/admin/chat/rooms/group/${group.id}`, { slowModeSeconds: 5 })
    expect([reply.status, reply.body]).toEqual([200, { weekendId: null, groupId: group.id, slowModeSeconds: 5 }])
  })

  test.each([
    ['weekend', 'WEEKEND_NOT_FOUND'],
    ['group', 'GROUP_NOT_FOUND'],
  ])('returns 404 for an unknown %s', async (type, code) => {
    const { status, body } = await chief.call('PUT', `/api/admin/chat/rooms/${type}/987654`, { slowModeSeconds: 5 })
    expect([status, body]).toMatchObject([404, { code }])
  })

  test.each([-1, 301, 1.5])('is rejected with %s seconds', async (slowModeSeconds) => {
    const { status } = await chief.call('PUT', '/api/admin/chat/rooms/weekend/1', { slowModeSeconds })
    expect(status).toBe(400)
  })
})

describe('listing messages of all rooms', () => {
  const listMessages = async (query: string) => {
    const { status, body } = await chief.call<ModeratedMessage[]>('GET', `/api/admin/chat/messages?${query}`)
    expect(status).toBe(200)
    return body
  }
  const listTexts = async (query: string) => (await listMessages(query)).map(({ message }) => message)

  test('filters by room, user and text, newest first, page by page', async () => {
    const gus = await chat.createPerson({ username: 'gus.hill' })
    const hal = await chat.createPerson({ username: null, firstName: 'Hal', lastName: 'Brock' })
    const { id } = await chat.createWeekend()
    const group = await chat.createGroup(gus)
    await chat.join(group, hal)
    const [inWeekend, inGroup] = [`/api/weekends/${id}/chat`, `/api/groups/${group.id}/chat`]
    await chat.sendMessage(gus, inWeekend, 'Safety CAR is out')
    await chat.sendMessage(hal, inWeekend, '100% sure')
    await chat.sendMessage(hal, inGroup, 'Safety first')
    await chat.sendMessage(gus, inGroup, 'A pit stop')

    expect(await listTexts(`weekendId=${id}`)).toEqual(['100% sure', 'Safety CAR is out'])
    expect(await listTexts(`groupId=${group.id}`)).toEqual(['A pit stop', 'Safety first'])
    expect(await listTexts(`type=weekend&userId=${hal.id}`)).toEqual(['100% sure'])
    expect(await listTexts(`type=group&weekendId=${id}`)).toEqual([])
    expect(await listTexts('q=safety')).toEqual(['Safety first', 'Safety CAR is out'])
    expect(await listTexts(`q=safety%20car&weekendId=${id}`)).toEqual(['Safety CAR is out'])
    expect(await listTexts('q=GUS.h')).toEqual(['A pit stop', 'Safety CAR is out'])
    expect(await listTexts('q=hal%20bro')).toEqual(['Safety first', '100% sure'])
    expect(await listTexts('q=0%25')).toEqual(['100% sure'])
    expect(await listTexts('q=_')).toEqual([])
    const [newest, ...older] = await listMessages(`userId=${hal.id}&limit=1`)
    expect([newest?.message, older]).toEqual(['Safety first', []])
    expect(newest).toMatchObject({ groupId: group.id, weekendId: null, userName: 'Hal Brock', deleted: null })
    expect(await listTexts(`userId=${hal.id}&before=${newest?.id}`)).toEqual(['100% sure'])
  })
})
