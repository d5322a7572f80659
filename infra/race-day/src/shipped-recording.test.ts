import { describe, expect, test } from 'vitest'
import { planFans } from './fans.ts'
import { shippedRecording } from './index.ts'
import { plannedLock } from './planned-locks.ts'
import { readRecording } from './read-recording.ts'

const recording = await readRecording(shippedRecording)

describe('the shipped weekend', () => {
  test('holds what real weekends do', () => {
    const { sessions, categories, carStatuses } = recording
    const results = sessions.flatMap((race) => race.results)
    const numbers = categories.flatMap(({ cars }) => cars.map((car) => car.number))
    const start = (at: string | null | undefined) => (at ? Date.parse(at) : Number.NaN)
    expect(categories.length).toBeGreaterThanOrEqual(4)
    expect(categories[0]!.cars.length).toBeGreaterThan(20)
    expect(sessions.length).toBeGreaterThanOrEqual(14)
    expect(new Set(numbers).size).toBeLessThan(numbers.length)
    expect(sessions.some(({ plannedStart }) => plannedStart === null)).toBe(true)
    expect(
      sessions.filter((race) => race.results.filter(({ status }) => status === 'provisional').length >= 3),
    ).not.toEqual([])
    expect(results.some((result) => result.classification.some(({ status }) => status === 'dsq'))).toBe(true)
    expect(sessions.some((race) => race.moves.some((move) => start(move.start) < start(race.plannedStart)))).toBe(true)
    expect(sessions.some((race) => race.moves.some((move) => start(move.start) > start(race.plannedStart)))).toBe(true)
    expect(sessions.some((race) => race.ran === null && race.results[0]?.status === 'cancelled')).toBe(true)
    expect(sessions.some((race) => race.redFlags.length > 0)).toBe(true)
    expect(sessions.some((race) => race.laps.length > 20)).toBe(true)
    expect(
      sessions.some(
        (race) => start(race.results[0]?.at) < start(race.plannedStart) && race.results[0]?.status !== 'cancelled',
      ),
    ).toBe(true)
    expect(
      sessions.some((race) => race.moves.length === 0 && start(race.ran?.start) < start(race.plannedStart) - 120_000),
    ).toBe(true)
    expect(
      results.some(
        (result) =>
          result.classification.length > 0 && result.classification.every((row) => row.bestLapMs === undefined),
      ),
    ).toBe(true)
    expect(new Set(carStatuses.map(({ status }) => status))).toEqual(
      new Set(['active', 'crashed', 'dnf', 'retired', 'withdrawn']),
    )
  })

  test('locks every race, by time, by running early or by an early result', () => {
    const lock = (id: string) =>
      new Date(plannedLock(recording.sessions.find((race) => race.id === id)!)!).toISOString()
    expect(lock('supercars-race-1')).toBe('2026-03-14T03:28:00.000Z')
    expect(lock('superutes-race-1')).toBe('2026-03-13T21:50:00.000Z')
    expect(lock('superutes-race-2')).toBe('2026-03-15T00:28:00.000Z')
    expect(lock('gr-cup-race-1')).toBe('2026-03-14T02:18:00.000Z')
    expect(lock('gr-cup-qualifying')).toBe('2026-03-13T00:55:00.000Z')
    expect(lock('supercars-qualifying-2')).toBe('2026-03-14T22:10:00.000Z')
    expect(lock('carrera-cup-race-2')).toBe('2026-03-14T01:05:00.000Z')
  })

  test('gives the same fans every time, listed ones first, most of them on the edge of a lock', () => {
    const fans = planFans(recording, 200)
    expect(fans).toHaveLength(200)
    expect(planFans(recording, 50)).toEqual(fans.slice(0, 50))
    expect(fans[1]!.name).toBe('last.second')
    const moments = fans.flatMap((fan) => fan.tips.map((tip) => 'lockOf' in tip.when))
    expect(moments.filter(Boolean).length).toBeGreaterThan(moments.length * 0.3)
    expect(new Set(fans.map(({ name }) => name)).size).toBe(200)
    expect(fans.every(({ name }) => name.length <= 20)).toBe(true)
  })
})
