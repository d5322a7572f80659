import { expect, test } from 'vitest'
import { smallRecording } from '../test/small-recording.ts'
import { plannedLock } from './account/planned-locks.ts'
import { compressedClock } from './clock.ts'
import { raceControlSteps, realMoment, realStart } from './race-control/race-control-steps.ts'

const minutes = (n: number) => n * 60_000

test('runs time faster and shortens quiet stretches', () => {
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

test('places a start so that its real lock falls on the compressed lock', () => {
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

test('orders the steps of race control: running, completed, result, correction', () => {
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

test('stands still during a pause and delays everything after it', () => {
  const clock = compressedClock([0, minutes(10)], {
    ...{ begin: 0, speed: 60, longestQuiet: minutes(600) },
    pauses: [{ at: minutes(5), ms: 7_000 }],
  })
  expect([minutes(5), minutes(6), minutes(10)].map((at) => clock.real(at))).toEqual([5_000, 13_000, 17_000])
  expect(clock.duration).toBe(17_000)
})

test('moves a race ahead in real time, then pauses race control', () => {
  const at = '2026-03-14T08:45:00Z'
  const recording = smallRecording()
  recording.pauses.push({ at, seconds: 7 })
  recording.sessions[0]!.moves.push(
    { at, ahead: { minutes: 30, seconds: 5 }, reopen: false },
    { at: '2026-03-14T08:50:00Z', start: recording.sessions[0]!.plannedStart!, reopen: false },
  )
  const clock = compressedClock([Date.parse(recording.fans.tipsOpen)], {
    ...{ begin: 0, speed: 60, longestQuiet: minutes(600) },
    pauses: [{ at: Date.parse(at), ms: 7_000 }],
  })
  expect(raceControlSteps(recording, clock).slice(0, 3)).toMatchObject([
    { at: 15_000, kind: 'put off', ahead: minutes(30) + 5_000 },
    { at: 15_000, kind: 'pause', ms: 7_000 },
    { at: 27_000, kind: 'move' },
  ])
  expect(plannedLock(recording.sessions[0]!)).toBe(Date.parse('2026-03-14T08:58:00Z'))
})
