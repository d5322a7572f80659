import { describe, expect, test } from 'vitest'
import { changesOf, decideScoring, movesWithin, type Podium, type Revision, type ScoredRace } from './decide-scoring.ts'

const revision = (number: number, podium: Podium, over: Partial<Revision> = {}): Revision => ({
  revision: number,
  status: 'official',
  podium,
  order: podium.join(' '),
  ...over,
})
const race = (over: Partial<ScoredRace> = {}): ScoredRace => ({
  sessionType: 'race1',
  scored: null,
  wasCompleted: false,
  isLockMoved: false,
  ...over,
})
const scored = (last: Revision) => race({ scored: last, wasCompleted: last.status !== 'cancelled' })
const withdrawn = (number: number) => revision(number, [null, null, null], { status: 'cancelled', order: '' })

describe('decideScoring', () => {
  test('awards the three places of the first revision', () => {
    const first = revision(1, [7, 8, 9])
    expect(decideScoring(race(), [first])).toEqual({
      kind: 'score',
      latest: first,
      announcements: [{ revision: first, kind: 'completed' }],
      changedPlaces: [
        { place: 1, carId: 7 },
        { place: 2, carId: 8 },
        { place: 3, carId: 9 },
      ],
      scoredRaceDelta: 1,
      formerRaceDelta: 0,
    })
  })
  test('does not change the third place when the first two cars swap', () => {
    expect(decideScoring(scored(revision(1, [7, 8, 9])), [revision(2, [8, 7, 9])])).toMatchObject({
      announcements: [{ kind: 'corrected' }],
      changedPlaces: [
        { place: 1, carId: 8 },
        { place: 2, carId: 7 },
      ],
      scoredRaceDelta: 0,
    })
  })
  test('changes no award when only the status changes', () => {
    const provisional = revision(1, [7, 8, 9], { status: 'provisional' })
    expect(decideScoring(scored(provisional), [revision(2, [7, 8, 9])])).toMatchObject({
      announcements: [{ kind: 'status' }],
      changedPlaces: [],
      scoredRaceDelta: 0,
    })
    expect(decideScoring(scored(withdrawn(1)), [withdrawn(2)])).toMatchObject({ announcements: [{ kind: 'status' }] })
  })
  test('announces a correction without award changes when a row below the podium moves', () => {
    const before = revision(1, [7, 8, 9], { order: '7 8 9 10 11' })
    const after = revision(2, [7, 8, 9], { order: '7 8 9 11 10' })
    expect(decideScoring(scored(before), [after])).toMatchObject({
      announcements: [{ kind: 'corrected' }],
      changedPlaces: [],
    })
  })
  test('treats the revision after one without a stored order as a correction', () => {
    const before = revision(1, [7, 8, 9], { order: null })
    expect(decideScoring(scored(before), [revision(2, [7, 8, 9])])).toMatchObject({
      announcements: [{ kind: 'corrected' }],
    })
  })
  test('removes every award on a withdrawal', () => {
    expect(decideScoring(scored(revision(1, [7, 8, 9])), [withdrawn(2)])).toMatchObject({
      announcements: [{ kind: 'withdrawn' }],
      changedPlaces: [{ carId: null }, { carId: null }, { carId: null }],
      scoredRaceDelta: -1,
    })
  })
  test('completes the race with the first revision with points after a withdrawn one', () => {
    expect(decideScoring(race(), [withdrawn(1)])).toMatchObject({
      announcements: [{ kind: 'withdrawn-first' }],
      scoredRaceDelta: 0,
    })
    expect(decideScoring(scored(withdrawn(1)), [revision(2, [7, null, null])])).toMatchObject({
      announcements: [{ kind: 'completed' }],
      changedPlaces: [{ place: 1, carId: 7 }],
      scoredRaceDelta: 1,
    })
  })
  test('does not complete a race twice when it is restored after a withdrawal', () => {
    const restored = race({ scored: withdrawn(2), wasCompleted: true })
    expect(decideScoring(restored, [revision(3, [7, 8, 9])])).toMatchObject({
      announcements: [{ kind: 'corrected' }],
      scoredRaceDelta: 1,
    })
  })
  test('scores the latest of several revisions and announces every new one in order', () => {
    const revisions = [
      revision(1, [7, 8, 9]),
      revision(2, [8, 7, 9]),
      withdrawn(3),
      revision(4, [9, null, null], { status: 'amended' }),
    ]
    expect(decideScoring(scored(revision(1, [7, 8, 9])), revisions)).toMatchObject({
      latest: revisions[3],
      announcements: [
        { revision: revisions[1], kind: 'corrected' },
        { revision: revisions[2], kind: 'withdrawn' },
        { revision: revisions[3], kind: 'corrected' },
      ],
      changedPlaces: [
        { place: 1, carId: 9 },
        { place: 2, carId: null },
        { place: 3, carId: null },
      ],
      scoredRaceDelta: 0,
    })
  })
  test('completes the race with the first revision with points, even if it was withdrawn before it was scored', () => {
    const revisions = [withdrawn(1), revision(2, [7, 8, 9]), withdrawn(3)]
    expect(decideScoring(race(), revisions)).toMatchObject({
      latest: { revision: 3 },
      announcements: [{ kind: 'withdrawn-first' }, { kind: 'completed' }, { kind: 'withdrawn' }],
      changedPlaces: [],
      scoredRaceDelta: 0,
    })
  })
  test('announces a correction and finds all awards again when only the lock moved', () => {
    const before = revision(1, [7, 8, 9])
    const moved = { ...scored(before), isLockMoved: true }
    const changedPlaces = [
      { place: 1, carId: 7 },
      { place: 2, carId: 8 },
      { place: 3, carId: 9 },
    ]
    const corrected = revision(2, [7, 8, 9])
    expect(decideScoring(moved, [before, corrected])).toMatchObject({
      latest: corrected,
      announcements: [{ revision: corrected, kind: 'corrected' }],
      changedPlaces,
      scoredRaceDelta: 1,
      formerRaceDelta: -1,
    })
    // A revision that was scored before the lock moved is scored once more.
    expect(decideScoring(moved, [before])).toMatchObject({ latest: before, announcements: [{ kind: 'corrected' }] })
    expect(decideScoring(moved, [before, withdrawn(2)])).toMatchObject({ scoredRaceDelta: 0, formerRaceDelta: -1 })
    expect(decideScoring({ ...moved, sessionType: 'practice' }, [before, corrected])).toMatchObject({
      changedPlaces: [],
      scoredRaceDelta: 0,
      formerRaceDelta: 0,
    })
  })

  test('announces practice without awards', () => {
    expect(decideScoring(race({ sessionType: 'practice' }), [revision(1, [7, 8, 9])])).toMatchObject({
      announcements: [{ kind: 'completed' }],
      changedPlaces: [],
      scoredRaceDelta: 0,
    })
  })
  test('scores nothing for a revision that was scored or superseded', () => {
    expect(decideScoring(scored(revision(2, [7, 8, 9])), [revision(2, [7, 8, 9])])).toEqual({ kind: 'superseded' })
    expect(decideScoring(scored(revision(3, [7, 8, 9])), [revision(2, [8, 7, 9])])).toEqual({ kind: 'superseded' })
  })
})

describe('movesWithin', () => {
  const moves = (previous: Podium, next: Podium) => {
    const before = revision(1, previous)
    const { changedPlaces } = changesOf(scored(before), revision(2, next))
    return movesWithin(before, changedPlaces)?.map(({ from, to }) => [from, to])
  }

  test.each<[string, Podium, Podium, [number, number | null][] | undefined]>([
    [
      'two cars swap',
      [7, 8, 9],
      [8, 7, 9],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'three cars change places',
      [7, 8, 9],
      [9, 7, 8],
      [
        [1, 2],
        [2, 3],
        [3, 1],
      ],
    ],
    [
      'one car leaves and two move up',
      [7, 8, 9],
      [8, 9, null],
      [
        [1, null],
        [2, 1],
        [3, 2],
      ],
    ],
    [
      'all cars leave',
      [7, 8, 9],
      [null, null, null],
      [
        [1, null],
        [2, null],
        [3, null],
      ],
    ],
    ['an empty place stays empty', [7, null, null], [null, null, null], [[1, null]]],
    ['one car without an award comes in', [7, 8, 9], [8, 7, 6], undefined],
    ['one car comes into an empty place', [7, 8, null], [8, 7, 9], undefined],
    ['all cars come in', [null, null, null], [7, 8, 9], undefined],
    ['no car moves', [7, 8, 9], [7, 8, 9], []],
  ])('returns the moves, or undefined if tips have to be read: %s', (_, previous, next, expected) => {
    expect(moves(previous, next)).toEqual(expected)
  })
})
