import { describe, expect, test } from 'vitest'
import { plannedLock } from '../account/planned-locks.ts'
import { planFans } from '../fans/fans.ts'
import { planGroups } from '../fans/group-plan.ts'
import { rareRecording, shippedRecording } from '../index.ts'
import { readRecording } from './read-recording.ts'

const recording = await readRecording(shippedRecording)

describe('the shipped recording', () => {
  test('contains the events of real weekends', () => {
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

  test('contains the rare cases of the second shipped recording too', async () => {
    for (const weekend of [recording, await readRecording(rareRecording)]) {
      const cars = weekend.categories.flatMap(({ cars }) => cars)
      const results = weekend.sessions.flatMap((race) => race.results)
      const rows = results.flatMap(({ classification }) => classification)
      const isTaken = (car: (typeof cars)[number]) =>
        weekend.carStatuses.some(
          ({ at, car: plate, status }) =>
            plate === car.number && status === 'active' && car.edits.some((edit) => edit.at === at && edit.driver),
        )
      expect(cars.some(({ number }) => /^0[0-9]/.test(number))).toBe(true)
      expect(cars.some(({ number }) => number === '0')).toBe(true)
      expect(cars.some(({ entered }) => entered !== undefined)).toBe(true)
      expect(cars.some((car) => car.edits.length > 0 && !isTaken(car))).toBe(true)
      expect(cars.some(isTaken)).toBe(true)
      expect(weekend.categories.some(({ renames }) => renames.length > 0)).toBe(true)
      expect(weekend.sessions.map(({ type }) => type)).toContain('race4')
      expect(weekend.sessions.some(({ moves }) => moves.some(({ reopen }) => reopen))).toBe(true)
      expect(weekend.sessions.some(({ ran, results }) => ran === null && results[0]?.status === 'cancelled')).toBe(true)
      expect(
        weekend.sessions.some(({ results }) => results.slice(1).some(({ status }) => status === 'cancelled')),
      ).toBe(true)
      expect(rows.some(({ status, position }) => status === 'nc' && position !== null)).toBe(true)
      expect(rows.some(({ position }) => position === null)).toBe(true)
      expect(results.some(({ reason }) => reason !== undefined)).toBe(true)
    }
  })

  test('has groups with every combination of the five switches and every kind of change', async () => {
    const { groups } = recording
    const combinations = groups.map(({ private: isPrivate, autoApprove, hidePoints, preventPoints, lockAfterFirst }) =>
      [isPrivate, autoApprove, hidePoints, preventPoints, lockAfterFirst].map(Number).join(''),
    )
    expect(new Set(combinations).size).toBe(32)
    const stays = groups.flatMap(({ members }) => members.flatMap((member) => member.stays))
    const changes = groups.flatMap((group) => group.changes)
    expect(groups.some(({ points }) => points?.some(({ first }) => first === 300))).toBe(true)
    expect(groups.some(({ points }) => points?.length === 0)).toBe(true)
    expect(groups.some(({ sessions }) => sessions.length > 0)).toBe(true)
    expect(groups.some(({ deleted }) => deleted !== undefined)).toBe(true)
    expect(new Set(stays.map(({ by }) => by))).toEqual(new Set(['link', 'user', 'mail']))
    expect(new Set(stays.map(({ ends }) => ends?.how))).toEqual(new Set(['leaves', 'rejected', undefined]))
    expect(groups.some(({ members }) => members.some((member) => member.stays.length > 1))).toBe(true)
    for (const change of ['private', 'autoApprove', 'hidePoints', 'preventPoints', 'lockAfterFirst'] as const) {
      expect(new Set(changes.map((one) => one[change]))).toEqual(new Set([true, false, undefined]))
    }
    expect(changes.filter(({ at }) => at.startsWith('2026-03-14T21:00')).length).toBeGreaterThan(5)
    expect((await readRecording(rareRecording)).groups).toHaveLength(1)
  })

  test('postpones races so that every reminder step comes due, and moves one race before', () => {
    const steps = recording.sessions.flatMap(({ moves }) => moves.flatMap(({ ahead }) => ahead?.minutes ?? []))
    expect(new Set(steps)).toEqual(new Set([1_440, 120, 30]))
    const pause = Math.min(...recording.pauses.map(({ seconds }) => seconds))
    const first = recording.sessions.flatMap(({ moves }) => moves.slice(0, 1).flatMap(({ ahead }) => ahead ?? []))
    expect(first.some(({ seconds }) => seconds < pause)).toBe(true)
    expect(first.some(({ seconds }) => seconds > pause)).toBe(true)
  })

  test('founds every group with few fans, and always draws the same members', () => {
    const fans = planFans(recording, 30)
    const plans = planGroups(recording, fans)
    expect(plans).toHaveLength(recording.groups.length)
    expect(planGroups(recording, fans)).toEqual(plans)
    for (const { founder, members } of plans) {
      const people = [founder, ...members.map(({ fan }) => fan)]
      expect(new Set(people).size).toBe(people.length)
    }
    expect(planGroups(recording, planFans(recording, 3)).length).toBeLessThan(3)
  })

  test('has its shootout in the main category', () => {
    const shootout = recording.sessions.find(({ type }) => type === 'shootout')
    expect(shootout?.category).toBe(recording.categories[0]?.category)
    expect(shootout?.category).toBe('Repco Supercars Championship')
  })

  test('locks races by time, by an early start or by an early result', () => {
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

  test('plans the same fans every time, listed ones first, with many tips close to a lock', () => {
    const fans = planFans(recording, 200)
    expect(fans).toHaveLength(200)
    expect(planFans(recording, 50)).toEqual(fans.slice(0, 50))
    expect(fans[1]!.name).toBe('last.second')
    const moments = fans.flatMap((fan) => fan.tips.map((tip) => 'lockOf' in tip.when))
    expect(moments.filter(Boolean).length).toBeGreaterThan(moments.length * 0.3)
    expect(new Set(fans.map(({ name }) => name)).size).toBe(200)
    expect(fans.every(({ name }) => name.length <= 20)).toBe(true)
  })

  test('plans no generated tip on a car before it is entered', () => {
    const late = structuredClone(recording)
    for (const car of late.categories.at(-1)?.cars ?? []) car.entered = '2026-03-14T08:00:00+11:00'
    const tips = planFans(late, 200).flatMap((fan) =>
      fan.tips.filter(({ category, group }) => category.startsWith('Channel') && !group),
    )
    const early = tips.filter(
      ({ when }) => 'at' in when && Date.parse(when.at) < Date.parse('2026-03-14T08:00:00+11:00'),
    )
    expect(tips.length).toBeGreaterThan(20)
    expect(early.map(({ car }) => car)).toEqual(['07'])
  })
})
