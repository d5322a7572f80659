import { MantineProvider } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LatestResultLine, latestResult } from './latest-result.tsx'

const at = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`
const raceWithResult = (name: string, hour: number, overrides: Partial<Race> = {}) =>
  raceReply({
    name,
    completedAt: at(1),
    resultPublishedAt: at(hour),
    resultRevision: 1,
    resultStatus: 'official',
    ...overrides,
  })
const later = (overrides: Partial<Race>) =>
  latestResult([raceWithResult('Race 1', 2, { resultRevision: 2, ...overrides })])

test('returns the latest result', () => {
  const races = [
    raceWithResult('Qualifying', 2),
    raceWithResult('Race 1', 4),
    raceWithResult('Race 2', 3),
    raceReply({ name: 'Race 3' }),
  ]
  expect(latestResult(races)).toEqual({
    ...{ raceId: 1, race: 'Race 1', outcome: 'result in', reason: null, at: Date.parse(at(4)), isWithdrawn: false },
  })
  expect(latestResult([])).toBeNull()
})

test('prefers a later change of an older race', () => {
  const races = [
    raceWithResult('Race 1', 5, { resultRevision: 2, resultStatus: 'amended' }),
    raceWithResult('Race 2', 4),
  ]
  expect(latestResult(races)).toMatchObject({ race: 'Race 1', outcome: 'result corrected' })
})

test('describes a result by its status', () => {
  expect(later({ resultStatus: 'official' })).toMatchObject({ outcome: 'result official' })
  expect(later({ resultStatus: 'provisional' })).toMatchObject({ outcome: 'result provisional' })
  expect(later({ resultStatus: 'cancelled' })).toMatchObject({ outcome: 'result withdrawn' })
  expect(later({ resultRevision: 1, resultStatus: 'cancelled', resultReason: 'Track flooded' })).toMatchObject({
    outcome: 'cancelled',
    reason: 'Track flooded',
  })
})

test('shows a reason only if there is one', () => {
  const lineOf = (race: Race) => {
    const latest = latestResult([race])
    if (!latest) throw new Error('There is no news')
    const line = <LatestResultLine result={latest} zone={{ timeZone: 'Australia/Adelaide' }} />
    return render(line, { wrapper: MantineProvider }).container.lastElementChild
  }
  const reason = '5 s penalty'
  const corrected = lineOf(
    raceWithResult('Race 1', 5, { resultRevision: 2, resultStatus: 'amended', resultReason: reason }),
  )
  expect(corrected?.textContent).toBe('Race 1 result corrected: 5 s penalty · 3:30:00 pm')
  expect(corrected?.getAttribute('title')).toBe('5 s penalty')
  const result = lineOf(raceWithResult('Race 1', 3))
  expect(result?.textContent).toBe('Race 1 result in · 1:30:00 pm')
  expect(result?.hasAttribute('title')).toBe(false)
})
