import { adminActed, muteChanged, roomChanged } from '@purple-sector/contracts/chat/events'
import type { ModeratedMessage, Mute } from '@purple-sector/contracts/chat/http'
import { anAdmin, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'

let chat: TestChat
let chief: Person
beforeAll(async () => {
  chat = await startChat()
  chief = await chat.person(anAdmin({ username: 'race.control' }), { isAdmin: true })
})
afterAll(() => chat?.close())

const muteOf = ({ id }: Pick<Person, 'id'>) => `/api/admin/chat/mutes/${id}`
const mutes = async () => (await chief.call<Mute[]>('GET', '/api/admin/chat/mutes')).body
const act = (action: string, id: number | string) =>
  chat.probe.next(adminActed, (data) => data.action === action && data.subject.id === String(id))
const actsOn = (id: number | string) => chat.probe.seen(adminActed).filter(({ data }) => data.subject.id === String(id))

test('lists people of the audit log with their current names', async () => {
  const ann = await chat.person({ username: 'ann' })
  const path = `/api/admin/chat/people?ids=nobody,${ann.id}`
  const { status, body } = await chief.call('GET', path)
  expect([status, body]).toEqual([200, [{ userId: ann.id, userName: 'ann' }]])
})

describe('a mute', () => {
  test('names an administrator without a name “Administrator”', async () => {
    const nameless = anAdmin({ username: null, firstName: null, lastName: null })
    const [unnamed, ann] = [await chat.person(nameless, { isAdmin: true }), await chat.person()]
    const put = await unnamed.call<Mute>('PUT', muteOf(ann), { until: hoursFromNow(1), reason: 'Spam' })
    expect(put.body.by).toBe('Administrator')
  })

  test('stops a user from writing in every room until lifted, and is published and audited', async () => {
    const ann = await chat.person({ username: 'ann' })
    const { id } = await chat.weekend()
    const group = await chat.group(ann)
    const until = hoursFromNow(2)
    const muted = { userId: ann.id, userName: 'ann', until, reason: 'Spoilers', by: 'race.control' }
    const put = await chief.call<Mute>('PUT', muteOf(ann), { until, reason: ' Spoilers ' })
    expect([put.status, put.body]).toEqual([200, { ...muted, at: expect.any(String) }])
    expect(await mutes()).toContainEqual(put.body)
    for (const path of [`/api/weekends/${id}/chat`, `/api/groups/${group.id}/chat`]) {
      const refused = await ann.call('POST', path, { message: 'Hello' })
      expect([refused.status, refused.body]).toMatchObject([403, { code: 'MUTED', until }])
      expect((await ann.call('GET', path)).status).toBe(200)
    }
    const published = await chat.probe.next(muteChanged, ({ userId }) => userId === ann.id)
    expect(published.data).toEqual({ userId: ann.id, until, reason: 'Spoilers', deleted: false })
    expect((await act('person.muted', ann.id)).data).toMatchObject({
      actor: { id: chief.id, username: 'race.control' },
      subject: { type: 'user', id: ann.id },
      before: null,
      after: { until, reason: 'Spoilers' },
    })

    expect((await chief.call('DELETE', muteOf(ann))).status).toBe(204)
    expect((await chief.call('DELETE', muteOf(ann))).status).toBe(204)
    expect(await mutes()).not.toContainEqual(put.body)
    await chat.say(ann, `/api/weekends/${id}/chat`, 'Back again')
    const lifted = await chat.probe.next(muteChanged, ({ userId }) => userId === ann.id)
    expect(lifted.data).toEqual({ userId: ann.id, until: null, reason: '', deleted: false })
    expect((await act('person.unmuted', ann.id)).data).toMatchObject({
      before: { until, reason: 'Spoilers' },
      after: null,
    })
  })

  test('changes when set again with other values, and not with the same', async () => {
    const bob = await chat.person({ username: 'bob' })
    const [soon, later] = [hoursFromNow(1), hoursFromNow(3)]
    for (const until of [soon, soon, later]) {
      const { status, body } = await chief.call<Mute>('PUT', muteOf(bob), { until, reason: 'Insults' })
      expect([status, body.until]).toEqual([200, until])
    }
    await chief.call('DELETE', muteOf(bob))
    await act('person.unmuted', bob.id)
    const afters = actsOn(bob.id).map(({ data }) => data.after)
    expect(afters).toEqual([{ until: soon, reason: 'Insults' }, { until: later, reason: 'Insults' }, null])
    const published = chat.probe.seen(muteChanged).filter(({ data }) => data.userId === bob.id)
    expect(published.map(({ data }) => data.until)).toEqual([soon, later, null])
  })

  test('has no effect after its end', async () => {
    const cat = await chat.person({ username: 'cat' })
    const { id } = await chat.weekend()
    await chief.call('PUT', muteOf(cat), { until: hoursFromNow(1), reason: 'Insults' })
    await chat
      .database('mutes')
      .where({ user_id: cat.id })
      .update({ until: hoursFromNow(-1) })
    expect((await mutes()).map(({ userId }) => userId)).not.toContain(cat.id)
    await chat.say(cat, `/api/weekends/${id}/chat`, 'Hello again')
    expect((await chief.call('DELETE', muteOf(cat))).status).toBe(204)
    const until = hoursFromNow(1)
    await chief.call('PUT', muteOf(cat), { until, reason: 'Again' })
    const again = await chat.probe.next(adminActed, ({ subject, before, after }) => {
      const reason = after && typeof after === 'object' && 'reason' in after && after.reason
      return subject.id === cat.id && before === null && reason === 'Again'
    })
    expect(again.data.action).toBe('person.muted')
    expect(actsOn(cat.id).map(({ data }) => data.action)).toEqual(['person.muted', 'person.muted'])
  })

  test.each([
    ['in the past', hoursFromNow(-1), 'Spoilers', 'until'],
    ['for longer than seven days', hoursFromNow(7 * 24 + 1), 'Spoilers', 'until'],
    ['without a reason', hoursFromNow(1), '  ', 'reason'],
    ['with a reason of 501 characters', hoursFromNow(1), 'x'.repeat(501), 'reason'],
  ])('is refused %s', async (_, until, reason, path) => {
    const dan = await chat.person()
    const { status, body } = await chief.call('PUT', muteOf(dan), { until, reason })
    expect([status, body]).toMatchObject([400, { issues: [{ path }] }])
  })

  test('is refused for administrators and for unknown users', async () => {
    const other = await chat.person(anAdmin(), { isAdmin: true })
    const body = { until: hoursFromNow(1), reason: 'Spoilers' }
    for (const admin of [chief, other]) {
      const { status, body: refusal } = await chief.call('PUT', muteOf(admin), body)
      expect([status, refusal]).toMatchObject([409, { code: 'IS_ADMINISTRATOR' }])
    }
    const unknown = await chief.call('PUT', '/api/admin/chat/mutes/nobody', body)
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'USER_NOT_FOUND' }])
    expect((await chief.call('DELETE', '/api/admin/chat/mutes/nobody')).status).toBe(204)
  })
})

describe('slow mode', () => {
  test('makes each user wait between two messages, and is published and audited', async () => {
    const [eve, fay] = [await chat.person({ username: 'eve' }), await chat.person({ username: 'fay' })]
    const { id } = await chat.weekend()
    const path = `/api/weekends/${id}/chat`
    const room = `/api/admin/chat/rooms/weekend/${id}`
    for (let each = 0; each < 2; each++) {
      const { status, body } = await chief.call('PUT', room, { slowModeSeconds: 300 })
      expect([status, body]).toEqual([200, { weekendId: id, groupId: null, slowModeSeconds: 300 }])
    }
    await chat.say(eve, path, 'First')
    const refused = await eve.call('POST', path, { message: 'Second' })
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'SLOW_MODE' }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await chat.say(fay, path, 'First of another')
    expect((await chief.call('PUT', room, { slowModeSeconds: 0 })).status).toBe(200)
    await chat.say(eve, path, 'Second')

    const slowed = await chat.probe.next(roomChanged, ({ weekendId }) => weekendId === id)
    expect(slowed.data).toEqual({ weekendId: id, groupId: null, slowModeSeconds: 300, deleted: false })
    const freed = await chat.probe.next(roomChanged, ({ weekendId }) => weekendId === id)
    expect(freed.data).toMatchObject({ slowModeSeconds: 0 })
    await act('chat.slowed', id)
    await act('chat.slowed', id)
    expect(actsOn(id).map(({ data }) => [data.subject.type, data.before, data.after])).toEqual([
      ['weekend-chat', { slowModeSeconds: 0 }, { slowModeSeconds: 300 }],
      ['weekend-chat', { slowModeSeconds: 300 }, { slowModeSeconds: 0 }],
    ])
  })

  test('can be set in a group by an administrator who is no member', async () => {
    const group = await chat.group(await chat.person())
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

  test.each([-1, 301, 1.5])('is refused with %s seconds', async (slowModeSeconds) => {
    const { status } = await chief.call('PUT', '/api/admin/chat/rooms/weekend/1', { slowModeSeconds })
    expect(status).toBe(400)
  })
})

describe('listing messages of all rooms', () => {
  const list = async (query: string) => {
    const { status, body } = await chief.call<ModeratedMessage[]>('GET', `/api/admin/chat/messages?${query}`)
    expect(status).toBe(200)
    return body
  }
  const texts = async (query: string) => (await list(query)).map(({ message }) => message)

  test('filters by room, user and text, newest first, page by page', async () => {
    const gus = await chat.person({ username: 'gus.hill' })
    const hal = await chat.person({ username: null, firstName: 'Hal', lastName: 'Brock' })
    const { id } = await chat.weekend()
    const group = await chat.group(gus)
    await chat.join(group, hal)
    const [inWeekend, inGroup] = [`/api/weekends/${id}/chat`, `/api/groups/${group.id}/chat`]
    await chat.say(gus, inWeekend, 'Safety CAR is out')
    await chat.say(hal, inWeekend, '100% sure')
    await chat.say(hal, inGroup, 'Safety first')
    await chat.say(gus, inGroup, 'A pit stop')

    expect(await texts(`weekendId=${id}`)).toEqual(['100% sure', 'Safety CAR is out'])
    expect(await texts(`groupId=${group.id}`)).toEqual(['A pit stop', 'Safety first'])
    expect(await texts(`type=weekend&userId=${hal.id}`)).toEqual(['100% sure'])
    expect(await texts(`type=group&weekendId=${id}`)).toEqual([])
    expect(await texts('q=safety')).toEqual(['Safety first', 'Safety CAR is out'])
    expect(await texts(`q=safety%20car&weekendId=${id}`)).toEqual(['Safety CAR is out'])
    expect(await texts('q=GUS.h')).toEqual(['A pit stop', 'Safety CAR is out'])
    expect(await texts('q=hal%20bro')).toEqual(['Safety first', '100% sure'])
    expect(await texts('q=0%25')).toEqual(['100% sure'])
    expect(await texts('q=_')).toEqual([])
    const [newest, ...older] = await list(`userId=${hal.id}&limit=1`)
    expect([newest?.message, older]).toEqual(['Safety first', []])
    expect(newest).toMatchObject({ groupId: group.id, weekendId: null, userName: 'Hal Brock', deleted: null })
    expect(await texts(`userId=${hal.id}&before=${newest?.id}`)).toEqual(['100% sure'])
  })
})
