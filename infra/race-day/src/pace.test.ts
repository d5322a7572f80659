import { expect, test } from 'vitest'
import { compressedClock } from './clock.ts'
import { rareRecording, shippedRecording } from './index.ts'
import { paceOf, speedFor } from './pace.ts'
import { PreflightError } from './preflight-error.ts'
import { clockInstants } from './race-control/race-control-steps.ts'
import { readRecording } from './recording/read-recording.ts'

test.each([shippedRecording, rareRecording])('plays %s in exactly the given minutes', async (file) => {
  const recording = await readRecording(file)
  for (const minutes of [3, 60]) {
    const pace = { begin: 0, speed: speedFor(recording, minutes), ...paceOf(recording) }
    expect(compressedClock(clockInstants(recording), pace).duration).toBeCloseTo(minutes * 60_000, 3)
  }
})

test('plays slower without laps, because there are fewer pauses', async () => {
  const recording = await readRecording(shippedRecording)
  expect(speedFor(recording, 5, { hasTiming: false })).toBeLessThan(speedFor(recording, 5))
})

test('plays slower with shorter quiet stretches and keeps the given time', async () => {
  const recording = await readRecording(shippedRecording)
  const course = { longestQuiet: 10 * 60_000 }
  const speed = speedFor(recording, 60, course)
  expect(speed).toBeLessThan(speedFor(recording, 60))
  const clock = compressedClock(clockInstants(recording), { begin: 0, speed, ...paceOf(recording, course) })
  expect(clock.duration).toBeCloseTo(60 * 60_000, 3)
})

test('rejects fewer minutes than the pauses take, with the least possible number', async () => {
  const recording = await readRecording(shippedRecording)
  expect(() => speedFor(recording, 1)).toThrow(PreflightError)
  expect(() => speedFor(recording, 1)).toThrow('give at least 2.')
  expect(speedFor(recording, 2)).toBeGreaterThan(1)
})
