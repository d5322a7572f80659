import { expect, test } from 'vitest'
import type { EntryReply } from '../fans/replies.ts'
import { compareEntries, compareFrame, type VisibleRow } from './compare-board.ts'
import { differencesInWords } from './differences.ts'

const row: VisibleRow = {
  ...{ userId: 'ann', displayName: 'Ann', position: 1, totalPoints: 50, tipsSubmitted: 3 },
  picks: { first: 1, second: 0, third: 0 },
}
const { displayName: username, ...numbers } = row
const entry: EntryReply = {
  ...numbers,
  ...{ username, firstName: null, lastName: null, profileImageUrl: null, avatarConfig: null },
  ...{ positionChange: 0, tieBreak: null },
}

test('accepts fewer tips in a frame but not in a reply, and compares everything else in both', () => {
  const earlier = { ...entry, tipsSubmitted: 2 }
  expect(compareFrame('frame', [row], [earlier])).toEqual([])
  expect(differencesInWords(compareEntries('reply', [row], [earlier]))).toContain('tipsSubmitted should be 3, but is 2')
  const later = differencesInWords(compareFrame('frame', [row], [{ ...entry, tipsSubmitted: 4 }]))
  expect(later).toContain('tipsSubmitted should be 3, but is 4')
  const wrong = differencesInWords(compareFrame('frame', [row], [{ ...earlier, totalPoints: 51 }]))
  expect(wrong).toContain('totalPoints should be 50, but is 51')
})
