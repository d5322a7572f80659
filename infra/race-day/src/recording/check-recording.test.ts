import { describe, expect, test } from 'vitest'
import { smallWeekend } from '../../test/small-recording.ts'
import { checkRecording } from './check-recording.ts'

/** Returns the issues of the small weekend after a change that spoils it. */
const spoilt = (spoil: (weekend: ReturnType<typeof smallWeekend>) => void) => {
  const weekend = smallWeekend()
  spoil(weekend)
  return checkRecording(weekend).issues
}

describe('checkRecording', () => {
  test('accepts a valid recording', () => {
    expect(checkRecording(smallWeekend()).issues).toEqual([])
  })

  test('reports wrong shapes with their place', () => {
    const issues = spoilt((weekend) => Object.assign(weekend.sessions[1]!, { type: 'race9' }))
    expect(issues).toEqual([{ path: 'sessions.1.type', message: expect.stringContaining('race1') }])
    expect(checkRecording('nonsense').issues[0]?.path).toBe('(file)')
    expect(spoilt((weekend) => Object.assign(weekend, { sesions: [] }))[0]?.message).toContain('sesions')
  })

  test('reports duplicate positions and cars, and a car that never entered', () => {
    const issues = spoilt((weekend) => {
      const rows = weekend.sessions[0]!.results![0]!.classification
      rows[1] = { ...rows[1]!, position: 1, car: 1 }
      rows[2] = { ...rows[2]!, car: 99 }
    })
    expect(issues).toEqual([
      { path: 'sessions.0.results.0.classification.1.position', message: 'position 1 is there twice' },
      { path: 'sessions.0.results.0.classification.1.car', message: 'car 1 is there twice' },
      { path: 'sessions.0.results.0.classification.2.car', message: 'car 99 is not entered in this category' },
    ])
  })

  test('reports a missing podium position, and a classified car without a position', () => {
    const issues = spoilt((weekend) => {
      weekend.sessions[0]!.results![0]!.classification[0]!.position = 6
    })
    expect(issues).toEqual([
      {
        path: 'sessions.0.results.0.classification',
        message: 'position 1 is missing while a later one is there: places follow from positions',
      },
    ])
    const [unplaced] = spoilt((weekend) => {
      const rows = weekend.sessions[0]!.results![0]!.classification
      rows[2] = { ...rows[2]!, position: null }
      rows[1] = { ...rows[1]!, position: null, status: 'nc' }
    })
    expect(unplaced).toEqual({
      path: 'sessions.0.results.0.classification.2.position',
      message: 'a car that is classified has a position',
    })
  })

  test('reports a cancelled result with rows, and another result without rows', () => {
    const issues = spoilt((weekend) => {
      weekend.sessions[0]!.results![1]!.status = 'cancelled'
      weekend.sessions[1]!.results![0]!.classification = []
    })
    expect(issues.map(({ path }) => path)).toEqual([
      'sessions.0.results.1.classification',
      'sessions.1.results.0.classification',
    ])
  })

  test('reports a move with neither a start nor ahead, or with both', () => {
    const moved = (move: object) =>
      spoilt((weekend) => Object.assign(weekend.sessions[1]!, { moves: [{ at: '2026-03-14T09:00:00Z', ...move }] }))
    const start = '2026-03-14T09:30:00Z'
    const ahead = { minutes: 30, seconds: 10 }
    expect(moved({ ahead })).toEqual([])
    for (const wrong of [{}, { start, ahead }, { ahead, reopen: true }])
      expect(moved(wrong)).toMatchObject([{ path: 'sessions.1.moves.0' }])
  })

  test('reports impossible times', () => {
    const issues = spoilt((weekend) => {
      weekend.sessions[0]!.ran = { start: '2026-03-14T09:00:00Z', finish: '2026-03-14T08:59:00Z' }
      weekend.sessions[0]!.results!.reverse()
      weekend.sessions[0]!.results![1]!.at = '2026-03-14T09:30:00Z'
      weekend.sessions[1]!.moves = [{ at: '2026-03-14T09:45:00Z', start: '2026-03-14T11:00:00Z' }]
      weekend.weekend.timeZone = 'Mars/Olympus'
      weekend.weekend.endDate = '2026-03-01'
    })
    expect(issues.map(({ path }) => path)).toEqual([
      'weekend.endDate',
      'weekend.timeZone',
      'sessions.0.results.1.at',
      'sessions.0.ran.finish',
      'sessions.1.moves.0.at',
    ])
  })

  test('reports starts outside the weekend, and results of a race that is still running', () => {
    const issues = spoilt((weekend) => {
      weekend.weekend.timeZone = 'Australia/Hobart'
      weekend.sessions[0]!.plannedStart = '2026-03-14T13:30:00Z'
      weekend.sessions[0]!.results![0]!.at = '2026-03-14T09:05:00Z'
      weekend.sessions[1]!.ran = { start: '2026-03-14T09:55:00Z', finish: '2026-03-14T10:05:00Z' }
    })
    expect(issues).toEqual([
      {
        path: 'sessions.0.plannedStart',
        message: 'lies on 2026-03-15 in Australia/Hobart, outside the weekend from 2026-03-14 to 2026-03-14',
      },
      {
        path: 'sessions.0.results.0.at',
        message: 'lies while the race is running: it finishes at 2026-03-14T09:10:00Z',
      },
      {
        path: 'sessions.1.results.0.at',
        message: 'lies before the race was run: it finishes at 2026-03-14T10:05:00Z',
      },
    ])
  })

  test('reports malformed instants, plates and names', () => {
    const issues = spoilt((weekend) => {
      weekend.fans.tipsOpen = '2026-03-14T08:30:00'
      weekend.categories[0]!.cars[0]!.driver = 'Sam\u0000'
      weekend.categories[0]!.cars[1]!.team = '\ud800'
      weekend.categories[0]!.cars[2]!.number = '0005'
      Reflect.deleteProperty(weekend.weekend, 'name')
    })
    expect(issues).toEqual([
      { path: 'weekend.name', message: 'is missing' },
      { path: 'categories.0.cars.0.driver', message: 'holds a control character' },
      { path: 'categories.0.cars.1.team', message: 'holds half a character' },
      { path: 'categories.0.cars.2.number', message: expect.stringContaining('1 to 3 digits in quotes, as "05"') },
      { path: 'fans.tipsOpen', message: expect.stringMatching(/^has no offset: write 2026-03-14T08:30:00\+11:00/) },
    ])
  })

  test('reports reopening an open race, and a new start that leaves no time for tips', () => {
    const postponed = (at: string, start: string) =>
      spoilt((weekend) => {
        Object.assign(weekend.sessions[1]!, { plannedStart: '2026-03-14T09:20:00Z' })
        weekend.sessions[1]!.moves = [{ at: `2026-03-14T${at}Z`, start: `2026-03-14T${start}Z`, reopen: true }]
      })
    expect(postponed('09:19:00', '09:40:00')).toEqual([])
    expect(postponed('09:10:00', '09:40:00')).toMatchObject([{ path: 'sessions.1.moves.0.reopen' }])
    expect(postponed('09:19:00', '09:20:30')).toMatchObject([{ path: 'sessions.1.moves.0.start' }])
  })

  test('reports results, edits and tips of a car before its late entry', () => {
    const issues = spoilt((weekend) => {
      const car = weekend.categories[0]!.cars[0]!
      car.entered = '2026-03-14T09:30:00Z'
      car.edits = [{ at: '2026-03-14T09:00:00Z', driver: 'Stand-in' }]
    })
    expect(issues.map(({ path }) => path)).toEqual([
      'sessions.0.results.0.classification.0.car',
      'categories.0.cars.0.edits.0.at',
      'fans.listed.1.tips.0.when.at',
    ])
  })

  test('accepts any spelling of a category, and reports a spelling of two categories', () => {
    const weekend = smallWeekend()
    weekend.categories[0]!.aliases = ['The  Big One']
    weekend.categories[0]!.renames = [{ at: '2026-03-14T09:30:00Z', name: 'Renamed Cup' }]
    weekend.sessions[0]!.category = 'the big one'
    weekend.sessions[1]!.category = 'RENAMED CUP'
    expect(checkRecording(weekend).recording?.sessions.map((race) => race.category)).toEqual(
      Array(2).fill('Repco Supercars Championship'),
    )
    weekend.categories.push({ ...weekend.categories[0]!, category: 'Other', renames: [] })
    expect(checkRecording(weekend).issues).toContainEqual({
      path: 'categories.1.category',
      message: 'the big one means Repco Supercars Championship too',
    })
  })

  test('reports unknown or locked races in a filter, tips on unknown cars, and duplicate fan names', () => {
    const issues = spoilt((weekend) => {
      weekend.filter = [{ at: '2026-03-14T09:30:00Z', sessions: ['race', 'warm-up'] }]
      weekend.fans.listed![0]!.tips[0]!.car = 77
      weekend.fans.listed![1]!.name = 'LATE'
    })
    expect(issues).toEqual([
      { path: 'filter.0.sessions.1', message: 'no race is called warm-up' },
      { path: 'filter.0', message: 'qualifying is locked by then and may not come or go' },
      { path: 'fans.listed.0.tips.0.car', message: 'car 77 is not entered in Repco Supercars Championship' },
      { path: 'fans.listed.1.name', message: 'LATE is there twice' },
    ])
  })
})
