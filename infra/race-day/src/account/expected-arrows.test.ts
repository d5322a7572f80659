import { describe, expect, test } from 'vitest'
import { likeliestArrows, type Outage, openArrows, type PublishedRevision } from './expected-arrows.ts'
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

/** What the arrows may be after these revisions, by fan, one record for each way to have come there. */
const arrows = (revisions: PublishedRevision[], who = fans, outages: Outage[] = []) => {
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
  const board = expectedBoard(races, who)
  const offset = { least: 0, most: 0 }
  return openArrows({ races, fans: who, board, revisions, offset, outages }).map((way) => Object.fromEntries(way))
}

describe('the arrows of a board', () => {
  test('there are none before the second change', () => {
    expect(arrows([])).toEqual([{ ann: [0], ben: [0], cleo: [0] }])
    expect(arrows([published(1, 10, 11, 12, 13)])).toEqual([{ ann: [0], ben: [0], cleo: [0] }])
  })

  test('tell what the last change moved', () => {
    expect(arrows([published(1, 10, 11, 12, 13), published(1, 100_000, 12, 13, 11)])).toEqual([
      { ann: [-1], ben: [1], cleo: [0] },
    ])
  })

  test('stay when a later revision touches no award', () => {
    const moved = [published(1, 10, 11, 12, 13), published(1, 100_000, 12, 13, 11)]
    expect(arrows([...moved, published(1, 200_000, 12, 13, 11, 14)])).toEqual([{ ann: [-1], ben: [1], cleo: [0] }])
  })

  test('of results that came together tell of either, and of a revision that was overtaken perhaps nothing', () => {
    expect(arrows([published(1, 10, 11, 12, 13), published(2, 20, 14, 12, 11)])).toHaveLength(2)
    const overtaken = [
      published(1, 10, 11, 12, 13),
      published(2, 100_000, 14, 12, 11),
      published(2, 100_010, 12, 14, 11),
    ]
    expect(arrows(overtaken)).toHaveLength(2)
  })

  test('of results that all waited while the product was down tell of either', () => {
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

  test('are 0 for who came after the change, and open for who came while it was made', () => {
    const revisions = [published(1, 10, 11, 12, 13), published(2, 100_000, 14, 12, 11)]
    const [way] = arrows(revisions, [...fans, fan('dan', 99, 200_000), fan('eve', 99, 100_005)])
    expect(way).toMatchObject({ ann: [0], ben: [-1], cleo: [1], dan: [0], eve: [-1, 0] })
  })

  test('are those of the way for which the board speaks', () => {
    const ways = [new Map([['ann', [1]]]), new Map([['ann', [2]]])]
    expect(likeliestArrows(ways, [{ userId: 'ann', positionChange: 2 }])).toBe(ways[1])
  })
})
