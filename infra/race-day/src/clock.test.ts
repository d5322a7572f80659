import { expect, test } from 'vitest'
import { compressedClock } from './clock.ts'
import { plannedLock } from './planned-locks.ts'
import { raceControlSteps, realMoment, realStart } from './race-control-steps.ts'
import { smallRecording } from './test-double/small-recording.ts'

const minutes = (n: number) => n * 60_000

test('time runs faster and quiet stretches are cut', () => {
  const clock = compressedClock([0, minutes(10), minutes(600)], {
    begin: 1_000_000,
    speed: 60,
    longestQuiet: minutes(30),
  })
  expect(clock.real(0)).toBe(1_000_000)
  expect(clock.real(minutes(10))).toBe(1_010_000)
  expect(clock.real(minutes(300))).toBe(1_040_000)
  expect(clock.real(minutes(600))).toBe(1_040_000)
  expect(clock.duration).toBe(40_000)
})

test('a start is put so that the lock two real minutes before it falls on the compressed moment', () => {
  const recording = smallRecording()
  const [qualifying, race] = recording.sessions
  const opens = Date.parse(recording.fans.tipsOpen)
  const clock = compressedClock([opens, Date.parse('2026-03-14T12:00:00Z')], {
    begin: 0,
    speed: 60,
    longestQuiet: minutes(600),
  })
  expect(realStart(clock, qualifying!.plannedStart!) - 120_000).toBe(28_000)
  expect(clock.real(plannedLock(qualifying!)!)).toBe(28_000)
  expect(clock.real(plannedLock(race!)!)).toBe(70_000)
  expect(realMoment(clock, recording, { lockOf: 'qualifying', seconds: -1.5 })).toBe(26_500)
})

test('race control does things in their order: running, completed, result, correction', () => {
  const recording = smallRecording()
  const clock = compressedClock([Date.parse(recording.fans.tipsOpen)], {
    begin: 0,
    speed: 60,
    longestQuiet: minutes(600),
  })
  const names = raceControlSteps(recording, clock).map((step) =>
    step.kind === 'car'
      ? step.change.status
      : step.kind === 'status'
        ? `${step.race.id} ${step.status}`
        : step.kind === 'result'
          ? `${step.race.id} result`
          : step.kind,
  )
  expect(names).toEqual([
    'qualifying running',
    'withdrawn',
    'qualifying completed',
    'qualifying result',
    'active',
    'race running',
    'race completed',
    'race result',
    'qualifying result',
  ])
})
