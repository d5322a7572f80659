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
const scored = (by: Revision) => race({ scored: by, wasCompleted: by.status !== 'cancelled' })
const withdrawn = (number: number) => revision(number, [null, null, null], { status: 'cancelled', order: '' })

describe('what a revision of a result asks for', () => {
  test('the first one awards its three places', () => {
    const first = revision(1, [7, 8, 9])
    expect(decideScoring(race(), [first])).toEqual({
      kind: 'score',
      latest: first,
      announce: [{ revision: first, kind: 'completed' }],
      changedPlaces: [
        { place: 1, carId: 7 },
        { place: 2, carId: 8 },
        { place: 3, carId: 9 },
      ],
      turn: 1,
      turnBefore: 0,
    })
  })
  test('two cars that change places leave the third alone', () => {
    expect(decideScoring(scored(revision(1, [7, 8, 9])), [revision(2, [8, 7, 9])])).toMatchObject({
      announce: [{ kind: 'corrected' }],
      changedPlaces: [
        { place: 1, carId: 8 },
        { place: 2, carId: 7 },
      ],
      turn: 0,
    })
  })
  test('a change of status alone touches no award', () => {
    const provisional = revision(1, [7, 8, 9], { status: 'provisional' })
    expect(decideScoring(scored(provisional), [revision(2, [7, 8, 9])])).toMatchObject({
      announce: [{ kind: 'status' }],
      changedPlaces: [],
      turn: 0,
    })
    expect(decideScoring(scored(withdrawn(1)), [withdrawn(2)])).toMatchObject({ announce: [{ kind: 'status' }] })
  })
  test('a row that moves below the podium is a correction that touches no award', () => {
    const before = revision(1, [7, 8, 9], { order: '7 8 9 10 11' })
    const after = revision(2, [7, 8, 9], { order: '7 8 9 11 10' })
    expect(decideScoring(scored(before), [after])).toMatchObject({
      announce: [{ kind: 'corrected' }],
      changedPlaces: [],
    })
  })
  test('a revision whose order nobody kept is followed by a correction', () => {
    const before = revision(1, [7, 8, 9], { order: null })
    expect(decideScoring(scored(before), [revision(2, [7, 8, 9])])).toMatchObject({ announce: [{ kind: 'corrected' }] })
  })
  test('a withdrawal takes every award away', () => {
    expect(decideScoring(scored(revision(1, [7, 8, 9])), [withdrawn(2)])).toMatchObject({
      announce: [{ kind: 'withdrawn' }],
      changedPlaces: [{ carId: null }, { carId: null }, { carId: null }],
      turn: -1,
    })
  })
  test('a first revision may be withdrawn, and the race completes with the first one that scores', () => {
    expect(decideScoring(race(), [withdrawn(1)])).toMatchObject({ announce: [{ kind: 'withdrawn-first' }], turn: 0 })
    expect(decideScoring(scored(withdrawn(1)), [revision(2, [7, null, null])])).toMatchObject({
      announce: [{ kind: 'completed' }],
      changedPlaces: [{ place: 1, carId: 7 }],
      turn: 1,
    })
  })
  test('a race that is restored after a withdrawal is not completed twice', () => {
    const restored = race({ scored: withdrawn(2), wasCompleted: true })
    expect(decideScoring(restored, [revision(3, [7, 8, 9])])).toMatchObject({
      announce: [{ kind: 'corrected' }],
      turn: 1,
    })
  })
  test('of several the latest is scored, and every new one is told in order', () => {
    const revisions = [
      revision(1, [7, 8, 9]),
      revision(2, [8, 7, 9]),
      withdrawn(3),
      revision(4, [9, null, null], { status: 'amended' }),
    ]
    expect(decideScoring(scored(revision(1, [7, 8, 9])), revisions)).toMatchObject({
      latest: revisions[3],
      announce: [
        { revision: revisions[1], kind: 'corrected' },
        { revision: revisions[2], kind: 'withdrawn' },
        { revision: revisions[3], kind: 'corrected' },
      ],
      changedPlaces: [
        { place: 1, carId: 9 },
        { place: 2, carId: null },
        { place: 3, carId: null },
      ],
      turn: 0,
    })
  })
  test('a race completes with the first revision that scores, also when it was withdrawn before it was scored', () => {
    const revisions = [withdrawn(1), revision(2, [7, 8, 9]), withdrawn(3)]
    expect(decideScoring(race(), revisions)).toMatchObject({
      latest: { revision: 3 },
      announce: [{ kind: 'withdrawn-first' }, { kind: 'completed' }, { kind: 'withdrawn' }],
      changedPlaces: [],
      turn: 0,
    })
  })
  test('the same order by another lock is a correction that finds all awards again', () => {
    const before = revision(1, [7, 8, 9])
    const moved = { ...scored(before), isLockMoved: true }
    const changedPlaces = [
      { place: 1, carId: 7 },
      { place: 2, carId: 8 },
      { place: 3, carId: 9 },
    ]
    const again = revision(2, [7, 8, 9])
    expect(decideScoring(moved, [before, again])).toMatchObject({
      latest: again,
      announce: [{ revision: again, kind: 'corrected' }],
      changedPlaces,
      turn: 1,
      turnBefore: -1,
    })
    // Where the revision was scored before the lock moved it is scored once more.
    expect(decideScoring(moved, [before])).toMatchObject({ latest: before, announce: [{ kind: 'corrected' }] })
    expect(decideScoring(moved, [before, withdrawn(2)])).toMatchObject({ turn: 0, turnBefore: -1 })
    expect(decideScoring({ ...moved, sessionType: 'practice' }, [before, again])).toMatchObject({
      changedPlaces: [],
      turn: 0,
      turnBefore: 0,
    })
  })

  test('practice is announced and awards nothing', () => {
    expect(decideScoring(race({ sessionType: 'practice' }), [revision(1, [7, 8, 9])])).toMatchObject({
      announce: [{ kind: 'completed' }],
      changedPlaces: [],
      turn: 0,
    })
  })
  test('a revision that was scored, or overtaken, asks for nothing', () => {
    expect(decideScoring(scored(revision(2, [7, 8, 9])), [revision(2, [7, 8, 9])])).toEqual({ kind: 'overtaken' })
    expect(decideScoring(scored(revision(3, [7, 8, 9])), [revision(2, [8, 7, 9])])).toEqual({ kind: 'overtaken' })
  })
})

describe('how cars move among the places that change', () => {
  const moves = (was: Podium, becomes: Podium) => {
    const before = revision(1, was)
    const { changedPlaces } = changesOf(scored(before), revision(2, becomes))
    return movesWithin(before, changedPlaces)?.map(({ from, to }) => [from, to])
  }

  test.each<[string, Podium, Podium, [number, number | null][] | undefined]>([
    [
      'two change places',
      [7, 8, 9],
      [8, 7, 9],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'three change places',
      [7, 8, 9],
      [9, 7, 8],
      [
        [1, 2],
        [2, 3],
        [3, 1],
      ],
    ],
    [
      'one goes, and two move up',
      [7, 8, 9],
      [8, 9, null],
      [
        [1, null],
        [2, 1],
        [3, 2],
      ],
    ],
    [
      'all go',
      [7, 8, 9],
      [null, null, null],
      [
        [1, null],
        [2, null],
        [3, null],
      ],
    ],
    ['a place nobody had stays empty', [7, null, null], [null, null, null], [[1, null]]],
    ['one comes in', [7, 8, 9], [8, 7, 6], undefined],
    ['one comes into a place nobody had', [7, 8, null], [8, 7, 9], undefined],
    ['all come in', [null, null, null], [7, 8, 9], undefined],
    ['none changes', [7, 8, 9], [7, 8, 9], []],
  ])('%s', (_, was, becomes, expected) => {
    expect(moves(was, becomes)).toEqual(expected)
  })
})
