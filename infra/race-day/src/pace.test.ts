import { expect, test } from 'vitest'
import { compressedClock } from './clock.ts'
import { rareRecording, shippedRecording } from './index.ts'
import { paceOf, speedFor } from './pace.ts'
import { PreflightError } from './preflight-error.ts'
import { clockInstants } from './race-control/race-control-steps.ts'
import { readRecording } from './recording/read-recording.ts'

test.each([shippedRecording, rareRecording])('a weekend takes as long as it is given: %s', async (file) => {
  const recording = await readRecording(file)
  for (const minutes of [3, 60]) {
    const pace = { begin: 0, speed: speedFor(recording, minutes), ...paceOf(recording) }
    expect(compressedClock(clockInstants(recording), pace).duration).toBeCloseTo(minutes * 60_000, 3)
  }
})

test('without laps it has fewer pauses, and is played slower in the same time', async () => {
  const recording = await readRecording(shippedRecording)
  expect(speedFor(recording, 5, { hasTiming: false })).toBeLessThan(speedFor(recording, 5))
})

test('whose evenings count for less is played slower in the same time, and keeps to it', async () => {
  const recording = await readRecording(shippedRecording)
  const course = { longestQuiet: 10 * 60_000 }
  const speed = speedFor(recording, 60, course)
  expect(speed).toBeLessThan(speedFor(recording, 60))
  const clock = compressedClock(clockInstants(recording), { begin: 0, speed, ...paceOf(recording, course) })
  expect(clock.duration).toBeCloseTo(60 * 60_000, 3)
})

test('one that stands still for longer than it may take is refused in words', async () => {
  const recording = await readRecording(shippedRecording)
  expect(() => speedFor(recording, 1)).toThrow(PreflightError)
  expect(() => speedFor(recording, 1)).toThrow('give at least 2.')
  expect(speedFor(recording, 2)).toBeGreaterThan(1)
})
