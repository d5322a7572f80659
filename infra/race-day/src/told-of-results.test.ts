import { expect, test } from 'vitest'
import { compareToldResults, toldStanding } from './told-of-results.ts'

test.each([
  [
    'Supercars Race 1 brings you 50 points: you have 75 now. You move up from 12th to 3rd in the open competition.',
    3,
    75,
  ],
  [
    'Supercars Race 1 brings you no points: you still have 25. You drop from 1st to 21st in the open competition.',
    21,
    25,
  ],
  ['Race 2 brings you no points. You are 13th in the open competition.', 13, 0],
  ['Race 2 brings you 1 point: you have 1 now. You stay 2nd in the open competition.', 2, 1],
  [
    'Your points changed because the result of Race 1 was corrected: 50 before, 25 now. The reason: Weight. You drop from 1st to 2nd in the open competition.',
    2,
    25,
  ],
  ['You have 3 points after Race 1. You are 11th in the open competition.', 11, 3],
])('%s', (message, position, totalPoints) => {
  expect(toldStanding(message)).toEqual({ position, totalPoints })
})

test('a word about a group says nothing about the open competition', () => {
  expect(toldStanding('Race 1 brings you 5 points: you have 5 now. You are 1st in Pit Lane.')).toBeNull()
})

const entry = {
  userId: 'a',
  displayName: 'a',
  position: 3,
  totalPoints: 75,
  tipsSubmitted: 1,
  picks: { first: 1, second: 0, third: 0 },
}
const told = (id: number, message: string) => ({
  id,
  type: 'position',
  title: 'x',
  message,
  isRead: false,
  createdAt: 0,
})

test('who was told last what is not so, who was told nothing, and who was told twice, differ', () => {
  const right = told(2, 'Race 1 brings you 50 points: you have 75 now. You are 3rd in the open competition.')
  expect(compareToldResults('ann', [right], { entry, revisions: 1, reasons: ['Weight.'] })).toEqual([])
  expect(compareToldResults('ann', [right], { entry: undefined, revisions: 1, reasons: ['Weight.'] })).toHaveLength(1)
  const why = { ...right, message: `${right.message} The reason: Height.` }
  expect(compareToldResults('ann', [why], { entry, revisions: 1, reasons: ['Weight.'] })).toHaveLength(1)
  expect(compareToldResults('ann', [], { entry, revisions: 1, reasons: ['Weight.'] })).toHaveLength(1)
  expect(compareToldResults('ann', [right, right], { entry, revisions: 1, reasons: ['Weight.'] })).toHaveLength(1)
  expect(
    compareToldResults('ann', [{ ...right, message: right.message.replace('75', '50') }], {
      entry,
      revisions: 1,
      reasons: ['Weight.'],
    }),
  ).toHaveLength(1)
})
