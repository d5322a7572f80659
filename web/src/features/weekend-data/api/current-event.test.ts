import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { currentEvent, nextRaceOf } from './current-event.ts'

const START = Date.parse('2026-11-21T03:00:00.000Z')
const HOUR = 3_600_000
const race = (id: number, hours: number | null, overrides: Partial<Race> = {}): Race =>
  raceReply({ id, scheduledStart: hours === null ? null : new Date(START + hours * HOUR).toISOString(), ...overrides })
const describeEvent = (races: Race[], hours: number, ms = 0) => {
  const event = currentEvent(races, START + hours * HOUR + ms)
  return event && [event.race.id, event.isOn ? 'on' : 'next']
}

describe('a race in progress', () => {
  const only = [race(1, 0)]
  test('reports a race as on from its start', () => {
    expect(describeEvent(only, 0, -1)).toEqual([1, 'next'])
    expect(describeEvent(only, 0)).toEqual([1, 'on'])
  })
  test('reports a race as on until three hours have passed, also while running', () => {
    expect(describeEvent(only, 3, -1)).toEqual([1, 'on'])
    expect(describeEvent(only, 3)).toBeNull()
    expect(describeEvent([race(1, 0, { status: 'running' })], 3, -1)).toEqual([1, 'on'])
    expect(describeEvent([race(1, 0, { status: 'running' })], 3)).toBeNull()
  })
  test('reports a race as on until the next one is two hours away', () => {
    expect(describeEvent([race(1, 0), race(2, 4)], 2, -1)).toEqual([1, 'on'])
    expect(describeEvent([race(1, 0), race(2, 4)], 2)).toEqual([2, 'next'])
    expect(describeEvent([race(1, 0, { status: 'running' }), race(2, 4)], 2)).toEqual([2, 'next'])
  })
  test('reports a race as on until its result, or until it is completed without one', () => {
    expect(
      describeEvent([race(1, 0, { status: 'completed', resultRevision: 1, resultStatus: 'provisional' })], 1),
    ).toBeNull()
    expect(describeEvent([race(1, 0, { status: 'completed' }), race(2, 9)], 1)).toEqual([2, 'next'])
    expect(describeEvent([race(1, 0, { resultRevision: 1, resultStatus: 'cancelled' })], 1)).toBeNull()
  })
  test('reports a running race as on, ahead of its time or without one', () => {
    expect(describeEvent([race(1, 1, { status: 'running' })], 0)).toEqual([1, 'on'])
    expect(describeEvent([race(1, null, { status: 'running' })], 0)).toEqual([1, 'on'])
  })
  test('returns the race that started last when several are on', () => {
    expect(describeEvent([race(1, 0), race(2, 1), race(3, null, { status: 'running' })], 1.5)).toEqual([2, 'on'])
  })
})

describe('the next race', () => {
  const nextRaceIdAt = (races: Race[], hours: number) => nextRaceOf(races, START + hours * HOUR)?.id
  test('returns the next race by start, or by the smaller id at the same start', () => {
    expect(nextRaceIdAt([race(3, 5), race(2, 4), race(1, 4)], 0)).toBe(1)
  })
  test('returns a next race with a future time that is neither running nor cancelled', () => {
    const otherRaces = [
      race(1, 0),
      race(2, null),
      race(3, 1, { status: 'running' }),
      race(4, 2, { resultRevision: 1, resultStatus: 'cancelled' }),
    ]
    expect(nextRaceIdAt(otherRaces, 0)).toBeUndefined()
    expect(nextRaceIdAt([...otherRaces, race(5, 3)], 0)).toBe(5)
  })
})
