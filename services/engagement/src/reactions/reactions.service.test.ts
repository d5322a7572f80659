import { messageDeleted, messageSent } from '@purple-sector/contracts/chat/events'
import { ownReactionsChanged, reactionsCounted } from '@purple-sector/contracts/engagement/events'
import type {
  Achievements,
  FanAction,
  Reacted,
  Reaction,
  ReactionSubject,
} from '@purple-sector/contracts/engagement/http'
import { groupChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aUser, aWeekend, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const NONE = { fire: 0, applause: 0, wow: 0, heartbreak: 0, laugh: 0 }
const withLongTimeout = { timeout: 30_000 }

const createRound = async () => {
  const round = await product.weekend()
  const race = await product.race({ weekendId: round.id })
  const car = await product.car({ weekendId: round.id })
  await product.result({ weekendId: round.id, raceId: race.id, finished: [car.id] })
  return { weekendId: round.id, race, car, result: { type: 'result', id: race.id } as const }
}
const react = (person: Person, weekendId: number, subject: ReactionSubject, reaction: Reaction = 'fire') =>
  person.call<Reacted>('POST', '/api/fan-engagement/actions', { weekendId, kind: 'reaction', reaction, subject })
const readReactions = async (person: Person, weekendId: number, query: string) =>
  (await person.call<Reacted[]>('GET', `/api/fan-engagement/reactions/${weekendId}?${query}`)).body
const sendMessage = async (author: Person, room: { weekendId: number | null; groupId: number | null }) => {
  const user = {
    ...{ username: null, firstName: null, lastName: null, trackStatus: null, chatStatus: null, avatarConfig: null },
  }
  const sentMessage = {
    id: nextId(),
    userId: author.id,
    userName: 'x',
    message: 'Go!',
    sentAs: null,
    messageCount: 1,
    user,
  }
  await product.publishEvent(messageSent, { ...sentMessage, ...room, createdAt: new Date().toISOString() })
  await product.waitForRow('messages', { id: sentMessage.id })
  return { type: 'message', id: sentMessage.id } as const
}

describe('reactions', () => {
  test('sends Last-Changed of the weekend’s newest reaction', async () => {
    const { weekendId, result } = await createRound()
    const ann = await product.person()
    const paths = [`reactions/${weekendId}?type=result`, `reactions/${weekendId}?type=message`, `actions/${weekendId}`]
    const changedAt = () =>
      Promise.all(
        paths.map(async (path) => (await ann.call('GET', `/api/fan-engagement/${path}`)).headers['last-changed']),
      )
    expect(await changedAt()).toEqual([undefined, undefined, undefined])
    await react(ann, weekendId, result)
    const { body } = await ann.call<FanAction[]>('GET', `/api/fan-engagement/actions/${weekendId}`)
    const at = body[0]?.createdAt
    expect(await changedAt()).toEqual([at, at, at])
  })

  test('adds, removes and adds again a reaction to a result, without new points', async () => {
    const { weekendId, result } = await createRound()
    const [ann, bob] = [await product.person({ username: 'ann' }), await product.person()]
    expect(await react(ann, weekendId, result)).toMatchObject({
      ...{ status: 201, body: { subject: result, counts: { ...NONE, fire: 1 }, yours: ['fire'] } },
    })
    expect(await react(bob, weekendId, result)).toMatchObject({ status: 201, body: { counts: { fire: 2 } } })
    expect(await react(bob, weekendId, result, 'wow')).toMatchObject({ status: 201, body: { yours: ['fire', 'wow'] } })
    expect(await readReactions(ann, weekendId, 'type=result')).toEqual([
      { subject: result, counts: { ...NONE, fire: 2, wow: 1 }, yours: ['fire'] },
    ])
    expect(await react(ann, weekendId, result)).toMatchObject({ status: 200, body: { counts: { fire: 1 }, yours: [] } })
    expect(await react(ann, weekendId, result)).toMatchObject({ status: 201, body: { counts: { fire: 2 } } })
    expect((await ann.call('GET', `/api/engagement/stats/${weekendId}`)).body).toMatchObject({
      // Including the achievement for the first reaction.
      ...{ totalActivities: 2, totalPoints: 11 },
    })
    const { body } = await bob.call<FanAction[]>('GET', `/api/fan-engagement/actions/${weekendId}`)
    expect(body[0]).toMatchObject({ weekendId, kind: 'reaction', reaction: 'fire', userId: ann.id, username: 'ann' })
    expect(body).toHaveLength(3)
  })

  test('unlocks the achievement of the first reaction immediately', async () => {
    const { weekendId, result } = await createRound()
    const ann = await product.person()
    await react(ann, weekendId, result, 'wow')
    const { unlocked } = (await ann.call<Achievements>('GET', '/api/achievements')).body
    expect(unlocked.map(({ id }) => id)).toEqual(['crowd-noise'])
  })

  test('toggles a reaction consistently by concurrent clicks', async () => {
    const { weekendId, result } = await createRound()
    const ann = await product.person()
    const replies = await Promise.all(Array.from({ length: 8 }, () => react(ann, weekendId, result)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(await readReactions(ann, weekendId, 'type=result')).toEqual([])
  })

  test('publishes a reaction with all counts, and again when they change', async () => {
    const { weekendId, result } = await createRound()
    const [ann, bob] = [await product.person(), await product.person()]
    const published = () =>
      product.probe
        .seen(reactionsCounted)
        .filter(({ data }) => data.weekendId === weekendId)
        .at(-1)?.data
    await react(ann, weekendId, result)
    await expect
      .poll(published, withLongTimeout)
      .toEqual({ weekendId, groupId: null, subject: result, counts: { ...NONE, fire: 1 } })
    await react(bob, weekendId, result)
    await react(ann, weekendId, result, 'laugh')
    await expect.poll(published, withLongTimeout).toMatchObject({ counts: { ...NONE, fire: 2, laugh: 1 } })
    expect(await readReactions(ann, weekendId, 'type=result')).toMatchObject([{ counts: { fire: 2, laugh: 1 } }])
  })

  test('publishes a reaction to its author with all their reactions, also when removed', async () => {
    const { weekendId, result } = await createRound()
    const [ann, bob] = [await product.person(), await product.person()]
    const published = (person: Person) =>
      product.probe
        .seen(ownReactionsChanged)
        .filter(({ data }) => data.userId === person.id)
        .map(({ data: { userId: _, ...own } }) => own)
    await react(ann, weekendId, result)
    await react(ann, weekendId, result, 'wow')
    await react(ann, weekendId, result)
    await react(bob, weekendId, result)
    const ownReactions = (...yours: string[]) => ({ weekendId, groupId: null, subject: result, yours })
    await expect
      .poll(() => published(ann), withLongTimeout)
      .toEqual([ownReactions('fire'), ownReactions('fire', 'wow'), ownReactions('wow')])
    await expect.poll(() => published(bob), withLongTimeout).toEqual([ownReactions('fire')])
  })

  test('shows reactions to a message of a group to members only', async () => {
    const round = await product.weekend()
    const [ann, bob, stranger] = [await product.person(), await product.person(), await product.person()]
    const group = await product.group(ann, { weekendId: round.id })
    await product.join(group, bob)
    const weekendMessage = await sendMessage(ann, { weekendId: round.id, groupId: null })
    const groupMessage = await sendMessage(ann, { weekendId: null, groupId: group.id })
    for (const subject of [weekendMessage, groupMessage])
      expect(await react(bob, round.id, subject)).toMatchObject({ status: 201 })
    expect(await react(stranger, round.id, groupMessage)).toMatchObject({
      status: 404,
      body: { code: 'MESSAGE_NOT_FOUND' },
    })
    const subjects = async (person: Person, query: string) =>
      (await readReactions(person, round.id, `type=message&${query}`)).map(({ subject }) => subject)
    expect(await subjects(ann, `from=${weekendMessage.id}`)).toEqual([weekendMessage])
    expect(await subjects(ann, `from=${weekendMessage.id + 1}`)).toEqual([])
    expect(await subjects(ann, `groupId=${group.id}`)).toEqual([groupMessage])
    const groupReactionsPath = `/api/fan-engagement/reactions/${round.id}?type=message&groupId=${group.id}`
    expect(await stranger.call('GET', groupReactionsPath)).toMatchObject({
      status: 404,
      body: { code: 'GROUP_NOT_FOUND' },
    })
    const actions = async (person: Person) =>
      (await person.call<FanAction[]>('GET', `/api/fan-engagement/actions/${round.id}`)).body
    expect(await actions(ann)).toHaveLength(2)
    expect(await actions(stranger)).toMatchObject([{ subject: weekendMessage }])
  })

  test('rejects a reaction to an unknown subject, of another weekend, or of an unknown kind', async () => {
    const [{ weekendId, result }, other] = [await createRound(), await createRound()]
    const ann = await product.person()
    const cases = [
      [weekendId, { type: 'result', id: 2_147_483_000 }, 404],
      [weekendId, { type: 'message', id: 9_000_000_000 }, 404],
      [other.weekendId, result, 404],
    ] as const
    const replies = await Promise.all(cases.map(([id, subject]) => react(ann, id, subject)))
    expect(replies.map(({ status }) => status)).toEqual(cases.map(([, , status]) => status))
    const unknownReaction = { weekendId, kind: 'reaction', reaction: 'rage', subject: result }
    expect(await ann.call('POST', '/api/fan-engagement/actions', unknownReaction)).toMatchObject({ status: 400 })
    for (const query of ['', '?type=rage', '?type=result&groupId=1'])
      expect(await ann.call('GET', `/api/fan-engagement/reactions/${weekendId}${query}`)).toMatchObject({ status: 400 })
  })

  test('deletes a reaction with the message, the result, its race, and the account of its author', async () => {
    const [{ weekendId, result, race, car }, second] = [await createRound(), await createRound()]
    const [ann, bob] = [await product.person(), await product.person()]
    const room = { weekendId, groupId: null }
    const sentMessage = await sendMessage(ann, room)
    for (const fan of [ann, bob]) await react(fan, weekendId, sentMessage)
    for (const fan of [ann, bob]) await react(fan, weekendId, result)
    await react(bob, second.weekendId, second.result)
    const rowsOf = (type: string, id: number) =>
      product.database('reactions').where({ subject_type: type, subject_id: id })

    await product.publishEvent(userChanged, aUser({ id: bob.id, deleted: true }))
    await expect
      .poll(async () => (await readReactions(ann, weekendId, 'type=result'))[0]?.counts, withLongTimeout)
      .toEqual({ ...NONE, fire: 1 })

    await product.publishEvent(messageDeleted, { id: sentMessage.id, ...room, messageCount: 0 })
    await expect.poll(() => rowsOf('message', sentMessage.id), withLongTimeout).toEqual([])
    expect(await react(ann, weekendId, sentMessage)).toMatchObject({ status: 404 })

    await product.result({ weekendId, raceId: race.id, revision: 2, status: 'cancelled' })
    await expect.poll(() => rowsOf('result', race.id), withLongTimeout).toEqual([])
    expect(await react(ann, weekendId, result)).toMatchObject({ status: 404 })
    await product.result({ weekendId, raceId: race.id, revision: 3, finished: [car.id] })
    expect(await react(ann, weekendId, result)).toMatchObject({ status: 201, body: { counts: { ...NONE, fire: 1 } } })

    await product.publishEvent(raceChanged, { ...race, deleted: true })
    await expect.poll(() => readReactions(ann, weekendId, 'type=result'), withLongTimeout).toEqual([])
  })

  test('keeps those to messages of a season group when its weekend is deleted, and no other of the weekend', async () => {
    const [{ weekendId, result }, next] = [await createRound(), await product.weekend()]
    const ann = await product.person()
    const group = await product.group(ann, { weekendId, allSeason: true, seasonId: 1 })
    const weekendMessage = await sendMessage(ann, { weekendId, groupId: null })
    const groupMessage = await sendMessage(ann, { weekendId: null, groupId: group.id })
    for (const subject of [result, weekendMessage, groupMessage])
      expect(await react(ann, weekendId, subject)).toMatchObject({ status: 201 })
    await product.publishEvent(groupChanged, { ...group, weekendId: next.id })
    await product.publishEvent(weekendChanged, aWeekend({ id: weekendId, deleted: true }))
    await expect
      .poll(() => product.database('reactions').where({ weekend_id: weekendId }), withLongTimeout)
      .toMatchObject([{ subject_id: groupMessage.id }])
    const read = () => readReactions(ann, next.id, `type=message&groupId=${group.id}`)
    expect(await read()).toEqual([{ subject: groupMessage, counts: { ...NONE, fire: 1 }, yours: ['fire'] }])
    expect(await react(ann, next.id, groupMessage)).toMatchObject({ status: 200, body: { counts: NONE } })
    expect(await react(ann, next.id, groupMessage, 'wow')).toMatchObject({ status: 201 })
    expect(await read()).toEqual([{ subject: groupMessage, counts: { ...NONE, wow: 1 }, yours: ['wow'] }])
  })

  test('adds a reaction sent twice with one Idempotency-Key once', async () => {
    const { weekendId, result } = await createRound()
    const ann = await product.person()
    const body = { weekendId, kind: 'reaction', reaction: 'fire', subject: result }
    const send = () => ann.call('POST', '/api/fan-engagement/actions', body, { 'idempotency-key': 'one-click' })
    const first = await send()
    expect(first).toMatchObject({ status: 201, body: { counts: { fire: 1 } } })
    expect(await send()).toMatchObject({ status: 201, body: first.body })
    expect(await readReactions(ann, weekendId, 'type=result')).toMatchObject([{ counts: { fire: 1 }, yours: ['fire'] }])
  })

  test('limits the rate of reactions', async () => {
    const { weekendId, result } = await createRound()
    const ann = await product.person()
    const replies = await Promise.all(Array.from({ length: 21 }, () => react(ann, weekendId, result)))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
