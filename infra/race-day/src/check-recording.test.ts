import { describe, expect, test } from 'vitest'
import { checkRecording } from './check-recording.ts'
import { smallWeekend } from './test-double/small-recording.ts'

/** Issues of the small weekend after something in it was spoilt. */
const spoilt = (spoil: (weekend: ReturnType<typeof smallWeekend>) => void) => {
  const weekend = smallWeekend()
  spoil(weekend)
  return checkRecording(weekend).issues
}

describe('a recording is checked', () => {
  test('and accepted when it makes sense', () => {
    expect(checkRecording(smallWeekend()).issues).toEqual([])
  })

  test('for its shape, naming the place', () => {
    const issues = spoilt((weekend) => Object.assign(weekend.sessions[1]!, { type: 'race9' }))
    expect(issues).toEqual([{ path: 'sessions.1.type', message: expect.stringContaining('race1') }])
    expect(checkRecording('nonsense').issues[0]?.path).toBe('(file)')
    expect(spoilt((weekend) => Object.assign(weekend, { sesions: [] }))[0]?.message).toContain('sesions')
  })

  test('for a position or a car that is there twice, and a car that never entered', () => {
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

  test('for a cancelled result with rows and a classification without any', () => {
    const issues = spoilt((weekend) => {
      weekend.sessions[0]!.results![1]!.status = 'cancelled'
      weekend.sessions[1]!.results![0]!.classification = []
    })
    expect(issues.map(({ path }) => path)).toEqual([
      'sessions.0.results.1.classification',
      'sessions.1.results.0.classification',
    ])
  })

  test('for times that cannot be', () => {
    const issues = spoilt((weekend) => {
      weekend.sessions[0]!.ran = { start: '2026-03-14T09:00:00Z', finish: '2026-03-14T08:59:00Z' }
      weekend.sessions[0]!.results!.reverse()
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

  test('for a filter that would take a locked race out, and fans who tip what does not race', () => {
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
