import type { Notification } from '@purple-sector/contracts/engagement/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { aUser, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { publishedBoards } from '../../test/published-boards.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

type Board = ReturnType<ReturnType<typeof publishedBoards>['addFans']>

const publish = async (...boards: Board[]) => {
  for (const board of boards) await product.publishEvent(boardChanged, board)
}
/** Notifications except achievements, which tips and points also unlock. */
const notificationsOf = async ({ call }: Person, weekendId: number) => {
  const { body } = await call<Notification[]>('GET', `/api/notifications/${weekendId}`)
  const relevant = body.filter(({ type }) => type !== 'achievement')
  return relevant.map(({ type, title, message }) => [type, title, message]).toReversed()
}
const waitUntilProjected = (board: Board) =>
  expect
    .poll(async () => {
      const { weekendId: weekend_id, groupId: group_id } = board
      return (await product.database('boards').where({ weekend_id, group_id }).first('version'))?.version
    })
    .toBe(board.version)

const createScenario = async () => {
  const weekend = await product.weekend()
  const [ann, bob, cem] = [await product.person(), await product.person(), await product.person()]
  const openBoard = publishedBoards({ weekendId: weekend.id })
  const raceId = nextId()
  return { weekend, ann, bob, cem, openBoard, raceId, fans: [ann.id, bob.id, cem.id] }
}

test('notifies all fans of their position after a first result, and of the change after the next', async () => {
  const { weekend, ann, bob, cem, openBoard, raceId, fans } = await createScenario()
  await publish(openBoard.addFans(...fans))
  const first = openBoard.applyResult(
    { raceId, revision: 1, kind: 'completed' },
    { userId: ann.id, totalPoints: 50, firsts: 1 },
  )
  await publish(first)
  await waitUntilProjected(first)
  expect(await notificationsOf(ann, weekend.id)).toEqual([
    [
      'position',
      'You’re 1st after Supercars Race 1',
      '+50 from Supercars Race 1. You’re on 50 and 1st in the open competition.',
    ],
  ])
  expect(await notificationsOf(bob, weekend.id)).toEqual([
    [
      'position',
      'You’re 2nd after Supercars Race 1',
      'No points from Supercars Race 1. You’re on 0 and 2nd in the open competition.',
    ],
  ])

  const nextResult = { raceId: nextId(), name: 'Race 2', revision: 1, kind: 'completed' } as const
  const second = openBoard.applyResult(nextResult, { userId: bob.id, totalPoints: 75, firsts: 1, seconds: 1 })
  await publish(second)
  await waitUntilProjected(second)
  expect((await notificationsOf(ann, weekend.id)).at(-1)).toEqual([
    'position',
    'You’re 2nd after Supercars Race 2',
    'No points from Supercars Race 2. You’re on 50 and slip from 1st to 2nd in the open competition.',
  ])
  expect((await notificationsOf(bob, weekend.id)).at(-1)).toEqual([
    'position',
    'You’re 1st after Supercars Race 2',
    '+75 from Supercars Race 2. You’re on 75 and climb from 2nd to 1st in the open competition.',
  ])
  expect((await notificationsOf(cem, weekend.id)).at(-1)?.[2]).toBe(
    'No points from Supercars Race 2. You’re on 0 and slip from 2nd to 3rd in the open competition.',
  )
})

test('explains corrections and withdrawals to affected fans only', async () => {
  const { weekend, ann, bob, cem, openBoard, raceId, fans } = await createScenario()
  const winner = { userId: ann.id, totalPoints: 50, firsts: 1 }
  await publish(openBoard.addFans(...fans), openBoard.applyResult({ raceId, revision: 1, kind: 'completed' }, winner))
  const corrected = openBoard.applyResult(
    { raceId, revision: 2, kind: 'corrected', reason: 'Jump start of car 5' },
    { userId: ann.id, totalPoints: 25, seconds: 1 },
    { userId: bob.id, totalPoints: 50, firsts: 1 },
  )
  await publish(corrected)
  await waitUntilProjected(corrected)
  expect((await notificationsOf(ann, weekend.id)).slice(1)).toEqual([
    [
      'correction',
      'Your points changed: Supercars Race 1',
      'Supercars Race 1 was corrected: you now have 25 points (was 50). Reason: Jump start of car 5. You slip from 1st to 2nd in the open competition.',
    ],
  ])
  expect((await notificationsOf(cem, weekend.id)).slice(1)).toEqual([
    [
      'correction',
      'Your position changed: Supercars Race 1',
      'Supercars Race 1 was corrected: you still have 0 points. Reason: Jump start of car 5. You slip from 2nd to 3rd in the open competition.',
    ],
  ])
  const status = openBoard.applyResult({ raceId, revision: 3, kind: 'status' })
  const withdrawn = openBoard.applyResult(
    { raceId, revision: 4, kind: 'withdrawn', reason: 'The protest was upheld.' },
    { userId: ann.id },
    { userId: bob.id },
  )
  await publish(status, withdrawn)
  await waitUntilProjected(withdrawn)
  expect((await notificationsOf(bob, weekend.id)).slice(2)).toEqual([
    [
      'correction',
      'Your points changed: Supercars Race 1',
      'The result of Supercars Race 1 was withdrawn: you now have 0 points (was 50). Reason: The protest was upheld.',
    ],
  ])
})

test('a group’s board notifies members whom the open competition did not notify', async () => {
  const { weekend, ann, bob, cem, openBoard, raceId } = await createScenario()
  const group = await product.group(ann, { weekendId: weekend.id, name: 'Pit Wall' })
  await product.join(group, bob)
  const groupBoard = publishedBoards({ weekendId: weekend.id, groupId: group.id })
  const result = { raceId, revision: 1, kind: 'completed' } as const
  await publish(openBoard.addFans(ann.id), groupBoard.addFans(ann.id, bob.id, cem.id))
  const groupResult = groupBoard.applyResult(
    result,
    { userId: ann.id, totalPoints: 25, firsts: 1 },
    { userId: bob.id, totalPoints: 18, seconds: 1 },
    { userId: cem.id, totalPoints: 15, thirds: 1 },
  )
  await publish(openBoard.applyResult(result, { userId: ann.id, totalPoints: 50, firsts: 1 }), groupResult)
  await waitUntilProjected(groupResult)
  expect((await notificationsOf(ann, weekend.id)).map(([, , message]) => message)).toEqual([
    '+50 from Supercars Race 1. You’re on 50 and 1st in the open competition.',
  ])
  expect((await notificationsOf(bob, weekend.id)).map(([, , message]) => message)).toEqual([
    '+18 from Supercars Race 1. You’re on 18 and 2nd in Pit Wall.',
  ])
  expect(await notificationsOf(cem, weekend.id)).toEqual([])
})

test('notifies once of a result in parts that is redelivered and late', async () => {
  const { weekend, ann, bob, openBoard, raceId, fans } = await createScenario()
  const result = { raceId, revision: 1, kind: 'completed' } as const
  await publish(openBoard.addFans(...fans))
  const completeBoard = openBoard.applyResult(
    result,
    { userId: ann.id, totalPoints: 50, firsts: 1 },
    { userId: bob.id, totalPoints: 25, seconds: 1 },
  )
  const part = (number: number) => ({
    ...completeBoard,
    part: number,
    parts: 2,
    changed: completeBoard.changed.slice(number - 1, number),
  })
  await publish(part(1), part(2))
  await waitUntilProjected(completeBoard)
  const before = [await notificationsOf(ann, weekend.id), await notificationsOf(bob, weekend.id)]
  expect(before.map((notifications) => notifications.map(([, , message]) => message))).toEqual([
    ['+50 from Supercars Race 1. You’re on 50 and 1st in the open competition.'],
    ['+25 from Supercars Race 1. You’re on 25 and 2nd in the open competition.'],
  ])
  await publish(part(1), part(2), {
    ...completeBoard,
    result: null,
    reason: 'newcomers',
    version: completeBoard.version + 1,
    changed: [],
  })
  await waitUntilProjected({ ...completeBoard, version: completeBoard.version + 1 })
  expect([await notificationsOf(ann, weekend.id), await notificationsOf(bob, weekend.id)]).toEqual(before)
})

test('does not notify of boards from before the notifications, but compares the next result with them', async () => {
  const { weekend, ann, openBoard, raceId, fans } = await createScenario()
  const past = { time: '2020-01-01T00:00:00.000Z' }
  await product.publishEvent(boardChanged, openBoard.addFans(...fans), past)
  const first = openBoard.applyResult(
    { raceId, revision: 1, kind: 'completed' },
    { userId: ann.id, totalPoints: 50, firsts: 1 },
  )
  await product.publishEvent(boardChanged, first, past)
  await waitUntilProjected(first)
  expect(await notificationsOf(ann, weekend.id)).toEqual([])
  const second = openBoard.applyResult(
    { raceId: nextId(), revision: 1, kind: 'completed' },
    { userId: ann.id, totalPoints: 60, firsts: 1 },
  )
  await publish(second)
  await waitUntilProjected(second)
  expect((await notificationsOf(ann, weekend.id)).map(([, , message]) => message)).toEqual([
    '+10 from Supercars Race 1. You’re on 60 and still 1st in the open competition.',
  ])
})

test('does not notify fans who left the board, and stores nothing of deleted accounts', async () => {
  const { weekend, ann, bob, cem, openBoard, raceId, fans } = await createScenario()
  const join = openBoard.addFans(...fans)
  await publish(join)
  await waitUntilProjected(join)
  const { id: weekendId } = weekend
  await product.publishEvent(tipsRemoved, { weekendId, categoryId: 1, category: 'Supercars', userIds: [bob.id] })
  await product.publishEvent(userChanged, aUser({ id: cem.id, deleted: true }))
  const standings = () => product.database('standings').where({ weekend_id: weekendId }).pluck('user_id')
  await expect.poll(standings).toEqual([ann.id])
  const first = openBoard.applyResult(
    { raceId, revision: 1, kind: 'completed' },
    { userId: cem.id, totalPoints: 50, firsts: 1 },
  )
  await publish(first)
  await waitUntilProjected(first)
  expect(await standings()).toEqual([ann.id])
  expect((await notificationsOf(bob, weekendId)).map(([type]) => type)).toEqual(['tips-removed'])
  expect(await notificationsOf(ann, weekendId)).toHaveLength(1)
})
