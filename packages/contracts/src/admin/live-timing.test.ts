import { expect, test } from 'vitest'
import { matchCarsBody, snapshotEntryBody } from './live-timing.ts'

const entry = { carNumber: 7, position: 1, laps: 3, status: 'running' }

test('cleans the plates of a source like its other texts', () => {
  expect(snapshotEntryBody.parse({ ...entry, plate: ' 0\u202e7\n' })).toMatchObject({ plate: '07' })
  expect(snapshotEntryBody.parse({ ...entry, carNumber: `7${'\u0323'.repeat(9)}` })).toMatchObject({
    carNumber: `7${'\u0323'.repeat(8)}`,
  })
  expect(matchCarsBody.parse({ matches: [{ number: '\u200b7', carId: null }] })).toEqual({
    matches: [{ number: '7', carId: null }],
  })
})

test('rejects a plate without visible characters', () => {
  for (const plate of ['\u3164', '\u202e', ' '])
    for (const field of ['plate', 'carNumber'])
      expect(snapshotEntryBody.safeParse({ ...entry, [field]: plate }).success).toBe(false)
})
