import { type ResultRevision, resultRevisionSchema } from '@purple-sector/contracts/admin/http'
import { expect, test } from 'vitest'
import { lastResultBeforeCancellation } from './last-result-before-cancellation.ts'
import { createEntry } from './result-fixtures.ts'

const { carId, car, ...row } = createEntry(1, 3)
const revision = (number: number, status: ResultRevision['status'], changes: object[] = []): ResultRevision =>
  resultRevisionSchema.parse({
    revision: number,
    status,
    reason: null,
    publishedAt: '2026-11-21T06:00:00.000Z',
    actor: { id: 'k', username: null },
    changes,
  })
const removedChange = [{ carId, car, before: row, after: null }]
const addedChange = [{ carId, car, before: null, after: row }]

test('returns the cancelled result, even if the reason of its cancellation was edited later', () => {
  const expected = { raceId: 9, revision: 1, classification: [createEntry(1, 3)] }
  const first = revision(1, 'official', addedChange)
  expect(lastResultBeforeCancellation(9, [revision(2, 'cancelled', removedChange), first])).toMatchObject(expected)
  expect(
    lastResultBeforeCancellation(9, [revision(3, 'cancelled'), revision(2, 'cancelled', removedChange), first]),
  ).toMatchObject(expected)
})
test('returns null when a result is published, or none ever was', () => {
  expect(lastResultBeforeCancellation(9, [revision(2, 'official'), revision(1, 'official', addedChange)])).toBeNull()
  expect(lastResultBeforeCancellation(9, [revision(1, 'cancelled')])).toBeNull()
  expect(lastResultBeforeCancellation(9, [])).toBeNull()
})
