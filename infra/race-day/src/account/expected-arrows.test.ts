import { describe, expect, test } from 'vitest'
import { closestArrows, type Outage, openArrows, type PublishedRevision } from './expected-arrows.ts'
import { type ExpectedFan, type ExpectedRace, expectedBoard } from './expected-board.ts'

const order = (...cars: number[]) => cars.map((carId, i) => ({ position: i + 1, carId, status: 'classified' }))
const fan = (userId: string, carId: number, submittedAt = 1): ExpectedFan => ({
  userId,
  displayName: userId,
  tips: [{ category: 'main', carId, submittedAt }],
})
const fans = [fan('ann', 11), fan('ben', 12), fan('cleo', 14)]
const published = (raceId: number, sent: number, ...cars: number[]): PublishedRevision => ({
  raceId,
  classification: cars.length > 0 ? order(...cars) : null,
  sent,
  received: sent + 10,
})

/** Returns the possible arrows after these revisions by fan, one record per alternative. */
const arrows = (revisions: PublishedRevision[], selectedFans = fans, outages: Outage[] = []) => {
  const races = [1, 2].map((raceId): ExpectedRace => {
    const classification = revisions.findLast((one) => one.raceId === raceId)?.classification ?? null
    const points = { first: 50, second: 25, third: 15 }
    return {
      raceId,
      category: 'main',
      canCount: true,
      counts: true,
      everCounted: true,
      deadline: 1_000 * raceId,
      points,
      classification,
    }
  })
  const board = expectedBoard(races, selectedFans)
  const offset = { least: 0, most: 0 }
  return openArrows({ races, fans: selectedFans, board, revisions, offset, outages }).map((candidate) =>
    Object.fromEntries(candidate),
  )
}

describe('possibleArrows', () => {
  test('returns 0 before the second change of the board', () => {
    expect(arrows([])).toEqual([{ ann: [0], ben: [0], cleo: [0] }])
    expect(arrows([published(1, 10, 11, 12, 13)])).toEqual([{ ann: [0], ben: [0], cleo: [0] }])
  })

  test('returns the moves of the last change', () => {
    expect(arrows([published(1, 10, 11, 12, 13), published(1, 100_000, 12, 13, 11)])).toEqual([
      { ann: [-1], ben: [1], cleo: [0] },
    ])
  })

  test('keeps the arrows when a later revision changes no award', () => {
    const moved = [published(1, 10, 11, 12, 13), published(1, 100_000, 12, 13, 11)]
    expect(arrows([...moved, published(1, 200_000, 12, 13, 11, 14)])).toEqual([{ ann: [-1], ben: [1], cleo: [0] }])
  })

  test('allows either of two results published together, and an overtaken revision without a change', () => {
    expect(arrows([published(1, 10, 11, 12, 13), published(2, 20, 14, 12, 11)])).toHaveLength(2)
    const overtaken = [
      published(1, 10, 11, 12, 13),
      published(2, 100_000, 14, 12, 11),
      published(2, 100_010, 12, 14, 11),
    ]
    expect(arrows(overtaken)).toHaveLength(2)
  })

  test('allows either result when both waited during an outage', () => {
    const far = [published(1, 10, 11, 12, 13), published(2, 100_000, 14, 12, 11)]
    expect(arrows(far)).toHaveLength(1)
    expect(arrows(far, fans, [{ from: 15, to: 75_000 }])).toHaveLength(2)
    // An outage before, after, or too short makes no difference.
    for (const outage of [
      { from: 1, to: 19 },
      { from: 40_000, to: 120_000 },
      { from: 15, to: 60_000 },
    ])
      expect(arrows(far, fans, [outage])).toHaveLength(1)
  })

  test('returns 0 for fans who joined after the change, and both values for fans who joined during it', () => {
    const revisions = [published(1, 10, 11, 12, 13), published(2, 100_000, 14, 12, 11)]
    const [candidate] = arrows(revisions, [...fans, fan('dan', 99, 200_000), fan('eve', 99, 100_005)])
    expect(candidate).toMatchObject({ ann: [0], ben: [-1], cleo: [1], dan: [0], eve: [-1, 0] })
  })

  test('selects the alternative that matches the displayed board', () => {
    const candidates = [new Map([['ann', [1]]]), new Map([['ann', [2]]])]
    expect(closestArrows(candidates, [{ userId: 'ann', positionChange: 2 }])).toBe(candidates[1])
  })
})
