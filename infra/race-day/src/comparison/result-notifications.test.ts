import { expect, test } from 'vitest'
import { compareResultNotifications, notifiedRank } from './result-notifications.ts'

test.each([
  ['+50 from Supercars Race 1. You’re on 75 and climb from 12th to 3rd in the open competition.', 3, 75],
  ['No points from Supercars Race 1. You’re on 25 and slip from 1st to 21st in the open competition.', 21, 25],
  ['No points from Race 2. You’re on 0 and 13th in the open competition.', 13, 0],
  ['+1 from Race 2. You’re on 1 and still 2nd in the open competition.', 2, 1],
  [
    'Race 1 was corrected: you now have 25 points (was 50). Reason: Weight. You slip from 1st to 2nd in the open competition.',
    2,
    25,
  ],
  ['After Race 1 you’re on 3 and 11th in the open competition.', 11, 3],
])('parses position and points of: %s', (message, position, totalPoints) => {
  expect(notifiedRank(message)).toEqual({ position, totalPoints })
})

test('parses no position from a message about a group', () => {
  expect(notifiedRank('+5 from Race 1. You’re on 5 and 1st in Pit Lane.')).toBeNull()
})

const entry = {
  userId: 'a',
  displayName: 'a',
  position: 3,
  totalPoints: 75,
  tipsSubmitted: 1,
  picks: { first: 1, second: 0, third: 0 },
}
const reported = (id: number, message: string) => ({
  id,
  type: 'position',
  title: 'x',
  message,
  isRead: false,
  createdAt: 0,
})

test('reports wrong, missing and repeated result notifications', () => {
  const correct = reported(2, '+50 from Race 1. You’re on 75 and 3rd in the open competition.')
  expect(compareResultNotifications('ann', [correct], { entry, revisions: 1, reasons: ['Weight.'] })).toEqual([])
  expect(
    compareResultNotifications('ann', [correct], { entry: undefined, revisions: 1, reasons: ['Weight.'] }),
  ).toHaveLength(1)
  const withWrongReason = { ...correct, message: `${correct.message} Reason: Height.` }
  expect(
    compareResultNotifications('ann', [withWrongReason], { entry, revisions: 1, reasons: ['Weight.'] }),
  ).toHaveLength(1)
  expect(compareResultNotifications('ann', [], { entry, revisions: 1, reasons: ['Weight.'] })).toHaveLength(1)
  expect(
    compareResultNotifications('ann', [correct, correct], { entry, revisions: 1, reasons: ['Weight.'] }),
  ).toHaveLength(1)
  expect(
    compareResultNotifications('ann', [{ ...correct, message: correct.message.replace('75', '50') }], {
      entry,
      revisions: 1,
      reasons: ['Weight.'],
    }),
  ).toHaveLength(1)
})
