import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { currentEvent, nextRaceOf } from './current-event.ts'

const START = Date.parse('2026-11-21T03:00:00.000Z')
const HOUR = 3_600_000
const race = (id: number, hours: number | null, over: Partial<Race> = {}): Race =>
  raceReply({ id, scheduledStart: hours === null ? null : new Date(START + hours * HOUR).toISOString(), ...over })
const seen = (races: Race[], hours: number, ms = 0) => {
  const event = currentEvent(races, START + hours * HOUR + ms)
  return event && [event.race.id, event.isOn ? 'on' : 'next']
}

describe('a race in progress', () => {
  const only = [race(1, 0)]
  test('is on from its start', () => {
    expect(seen(only, 0, -1)).toEqual([1, 'next'])
    expect(seen(only, 0)).toEqual([1, 'on'])
  })
  test('is on until three hours have passed, also while running', () => {
    expect(seen(only, 3, -1)).toEqual([1, 'on'])
    expect(seen(only, 3)).toBeNull()
    expect(seen([race(1, 0, { status: 'running' })], 3, -1)).toEqual([1, 'on'])
    expect(seen([race(1, 0, { status: 'running' })], 3)).toBeNull()
  })
  test('is on until the next one is two hours away', () => {
    expect(seen([race(1, 0), race(2, 4)], 2, -1)).toEqual([1, 'on'])
    expect(seen([race(1, 0), race(2, 4)], 2)).toEqual([2, 'next'])
    expect(seen([race(1, 0, { status: 'running' }), race(2, 4)], 2)).toEqual([2, 'next'])
  })
  test('is on until its result, or until it is completed without one', () => {
    expect(seen([race(1, 0, { status: 'completed', resultRevision: 1, resultStatus: 'provisional' })], 1)).toBeNull()
    expect(seen([race(1, 0, { status: 'completed' }), race(2, 9)], 1)).toEqual([2, 'next'])
    expect(seen([race(1, 0, { resultRevision: 1, resultStatus: 'cancelled' })], 1)).toBeNull()
  })
  test('is on while running, ahead of its time or without one', () => {
    expect(seen([race(1, 1, { status: 'running' })], 0)).toEqual([1, 'on'])
    expect(seen([race(1, null, { status: 'running' })], 0)).toEqual([1, 'on'])
  })
  test('is the one that started last when several are on', () => {
    expect(seen([race(1, 0), race(2, 1), race(3, null, { status: 'running' })], 1.5)).toEqual([2, 'on'])
  })
})

describe('the next race', () => {
  const at = (races: Race[], hours: number) => nextRaceOf(races, START + hours * HOUR)?.id
  test('is the one that starts first, or has the smaller id at the same start', () => {
    expect(at([race(3, 5), race(2, 4), race(1, 4)], 0)).toBe(1)
  })
  test('has a future time and is neither running nor cancelled', () => {
    const others = [
      race(1, 0),
      race(2, null),
      race(3, 1, { status: 'running' }),
      race(4, 2, { resultRevision: 1, resultStatus: 'cancelled' }),
    ]
    expect(at(others, 0)).toBeUndefined()
    expect(at([...others, race(5, 3)], 0)).toBe(5)
  })
})
