import type { Notification } from '@purple-sector/contracts/engagement/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { boardChanged, tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { aUser, nextId } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { toldBoards } from '../../test/told-boards.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

type Board = ReturnType<ReturnType<typeof toldBoards>['come']>

const tell = async (...boards: Board[]) => {
  for (const board of boards) await product.announce(boardChanged, board)
}
/** All but achievements, which come with tips and points as well. */
const told = async ({ call }: Person, weekendId: number) => {
  const { body } = await call<Notification[]>('GET', `/api/notifications/${weekendId}`)
  const others = body.filter(({ type }) => type !== 'achievement')
  return others.map(({ type, title, message }) => [type, title, message]).toReversed()
}
const isKept = (board: Board) =>
  expect
    .poll(async () => {
      const { weekendId: weekend_id, groupId: group_id } = board
      return (await product.database('boards').where({ weekend_id, group_id }).first('version'))?.version
    })
    .toBe(board.version)

const play = async () => {
  const weekend = await product.weekend()
  const [ann, bob, cem] = [await product.person(), await product.person(), await product.person()]
  const open = toldBoards({ weekendId: weekend.id })
  const raceId = nextId()
  return { weekend, ann, bob, cem, open, raceId, fans: [ann.id, bob.id, cem.id] }
}

test('a first result tells everybody where they stand; the next one from where they come', async () => {
  const { weekend, ann, bob, cem, open, raceId, fans } = await play()
  await tell(open.come(...fans))
  const first = open.moved({ raceId, revision: 1, kind: 'completed' }, { userId: ann.id, totalPoints: 50, firsts: 1 })
  await tell(first)
  await isKept(first)
  expect(await told(ann, weekend.id)).toEqual([
    [
      'position',
      'You’re 1st after Supercars Race 1',
      '+50 from Supercars Race 1. You’re on 50 and 1st in the open competition.',
    ],
  ])
  expect(await told(bob, weekend.id)).toEqual([
    [
      'position',
      'You’re 2nd after Supercars Race 1',
      'No points from Supercars Race 1. You’re on 0 and 2nd in the open competition.',
    ],
  ])

  const next = { raceId: nextId(), name: 'Race 2', revision: 1, kind: 'completed' } as const
  const second = open.moved(next, { userId: bob.id, totalPoints: 75, firsts: 1, seconds: 1 })
  await tell(second)
  await isKept(second)
  expect((await told(ann, weekend.id)).at(-1)).toEqual([
    'position',
    'You’re 2nd after Supercars Race 2',
    'No points from Supercars Race 2. You’re on 50 and slip from 1st to 2nd in the open competition.',
  ])
  expect((await told(bob, weekend.id)).at(-1)).toEqual([
    'position',
    'You’re 1st after Supercars Race 2',
    '+75 from Supercars Race 2. You’re on 75 and climb from 2nd to 1st in the open competition.',
  ])
  expect((await told(cem, weekend.id)).at(-1)?.[2]).toBe(
    'No points from Supercars Race 2. You’re on 0 and slip from 2nd to 3rd in the open competition.',
  )
})

test('a correction says why points changed, and a withdrawal what is left; who did not move is not told', async () => {
  const { weekend, ann, bob, cem, open, raceId, fans } = await play()
  const winner = { userId: ann.id, totalPoints: 50, firsts: 1 }
  await tell(open.come(...fans), open.moved({ raceId, revision: 1, kind: 'completed' }, winner))
  const corrected = open.moved(
    { raceId, revision: 2, kind: 'corrected', reason: 'Jump start of car 5' },
    { userId: ann.id, totalPoints: 25, seconds: 1 },
    { userId: bob.id, totalPoints: 50, firsts: 1 },
  )
  await tell(corrected)
  await isKept(corrected)
  expect((await told(ann, weekend.id)).slice(1)).toEqual([
    [
      'correction',
      'Your points changed: Supercars Race 1',
      'Supercars Race 1 was corrected: you now have 25 points (was 50). Reason: Jump start of car 5. You slip from 1st to 2nd in the open competition.',
    ],
  ])
  expect((await told(cem, weekend.id)).slice(1)).toEqual([
    [
      'correction',
      'Your position changed: Supercars Race 1',
      'Supercars Race 1 was corrected: you still have 0 points. Reason: Jump start of car 5. You slip from 2nd to 3rd in the open competition.',
    ],
  ])
  const status = open.moved({ raceId, revision: 3, kind: 'status' })
  const withdrawn = open.moved(
    { raceId, revision: 4, kind: 'withdrawn', reason: 'The protest was upheld.' },
    { userId: ann.id },
    { userId: bob.id },
  )
  await tell(status, withdrawn)
  await isKept(withdrawn)
  expect((await told(bob, weekend.id)).slice(2)).toEqual([
    [
      'correction',
      'Your points changed: Supercars Race 1',
      'The result of Supercars Race 1 was withdrawn: you now have 0 points (was 50). Reason: The protest was upheld.',
    ],
  ])
})

test('a group speaks to those of its members whom the open competition has not told', async () => {
  const { weekend, ann, bob, cem, open, raceId } = await play()
  const group = await product.group(ann, { weekendId: weekend.id, name: 'Pit Wall' })
  await product.join(group, bob)
  const inGroup = toldBoards({ weekendId: weekend.id, groupId: group.id })
  const result = { raceId, revision: 1, kind: 'completed' } as const
  await tell(open.come(ann.id), inGroup.come(ann.id, bob.id, cem.id))
  const moved = inGroup.moved(
    result,
    { userId: ann.id, totalPoints: 25, firsts: 1 },
    { userId: bob.id, totalPoints: 18, seconds: 1 },
    { userId: cem.id, totalPoints: 15, thirds: 1 },
  )
  await tell(open.moved(result, { userId: ann.id, totalPoints: 50, firsts: 1 }), moved)
  await isKept(moved)
  expect((await told(ann, weekend.id)).map(([, , message]) => message)).toEqual([
    '+50 from Supercars Race 1. You’re on 50 and 1st in the open competition.',
  ])
  expect((await told(bob, weekend.id)).map(([, , message]) => message)).toEqual([
    '+18 from Supercars Race 1. You’re on 18 and 2nd in Pit Wall.',
  ])
  expect(await told(cem, weekend.id)).toEqual([])
})

test('a result in parts, delivered again and late, tells everybody once', async () => {
  const { weekend, ann, bob, open, raceId, fans } = await play()
  const result = { raceId, revision: 1, kind: 'completed' } as const
  await tell(open.come(...fans))
  const whole = open.moved(
    result,
    { userId: ann.id, totalPoints: 50, firsts: 1 },
    { userId: bob.id, totalPoints: 25, seconds: 1 },
  )
  const part = (number: number) => ({
    ...whole,
    part: number,
    parts: 2,
    changed: whole.changed.slice(number - 1, number),
  })
  await tell(part(1), part(2))
  await isKept(whole)
  const before = [await told(ann, weekend.id), await told(bob, weekend.id)]
  expect(before.map((all) => all.map(([, , message]) => message))).toEqual([
    ['+50 from Supercars Race 1. You’re on 50 and 1st in the open competition.'],
    ['+25 from Supercars Race 1. You’re on 25 and 2nd in the open competition.'],
  ])
  await tell(part(1), part(2), { ...whole, result: null, reason: 'newcomers', version: whole.version + 1, changed: [] })
  await isKept({ ...whole, version: whole.version + 1 })
  expect([await told(ann, weekend.id), await told(bob, weekend.id)]).toEqual(before)
})

test('what was told before there were notifications is no news, but known for the next result', async () => {
  const { weekend, ann, open, raceId, fans } = await play()
  const past = { time: '2020-01-01T00:00:00.000Z' }
  await product.announce(boardChanged, open.come(...fans), past)
  const first = open.moved({ raceId, revision: 1, kind: 'completed' }, { userId: ann.id, totalPoints: 50, firsts: 1 })
  await product.announce(boardChanged, first, past)
  await isKept(first)
  expect(await told(ann, weekend.id)).toEqual([])
  const second = open.moved(
    { raceId: nextId(), revision: 1, kind: 'completed' },
    { userId: ann.id, totalPoints: 60, firsts: 1 },
  )
  await tell(second)
  await isKept(second)
  expect((await told(ann, weekend.id)).map(([, , message]) => message)).toEqual([
    '+10 from Supercars Race 1. You’re on 60 and still 1st in the open competition.',
  ])
})

test('who is not on the board any more is not told, and of a deleted account nothing is kept', async () => {
  const { weekend, ann, bob, cem, open, raceId, fans } = await play()
  const come = open.come(...fans)
  await tell(come)
  await isKept(come)
  const { id: weekendId } = weekend
  await product.announce(tipsRemoved, { weekendId, categoryId: 1, category: 'Supercars', userIds: [bob.id] })
  await product.announce(userChanged, aUser({ id: cem.id, deleted: true }))
  const standings = () => product.database('standings').where({ weekend_id: weekendId }).pluck('user_id')
  await expect.poll(standings).toEqual([ann.id])
  const first = open.moved({ raceId, revision: 1, kind: 'completed' }, { userId: cem.id, totalPoints: 50, firsts: 1 })
  await tell(first)
  await isKept(first)
  expect(await standings()).toEqual([ann.id])
  expect((await told(bob, weekendId)).map(([type]) => type)).toEqual(['tips-removed'])
  expect(await told(ann, weekendId)).toHaveLength(1)
})
