import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeField, type Podiums, podiumsOf } from './podium-field.ts'
import { sentencesOf } from './podium-sentences.ts'
import { podiumIndex } from './podiums.ts'
import {
  chancesByPodiums,
  chancesByPoints,
  hasPodiums,
  type LastRace,
  lastRaceOf,
  maxReachable,
  type RemainingRace,
  rivalMaximum,
  type Tipper,
  type WeekendOrder,
  weekendField,
  weekendParticipant,
} from './weekend-competition.ts'

const drained = <Result>(steps: Generator<void, Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const lastRace = (carIds: readonly number[], points = { first: 50, second: 25, third: 15 }): LastRace => ({
  carIds,
  labels: carIds.map((id) => `#${id}`),
  points,
})

const podiumsIn = (own: Tipper, rivals: readonly Tipper[], race: LastRace): Podiums =>
  podiumsOf(drained(computeField(weekendField(rivals, race))), weekendParticipant(own, race))

/*
 * The oracle writes out every podium, gives each participant their points, sorts the whole board and reads the position.
 */

type Row = { isOwn: boolean; values: number[] }

const afterPodium = ({ order, carId }: Tipper, podium: readonly number[], { points }: LastRace): number[] => {
  const values = [...order]
  const prices = [points.first, points.second, points.third]
  for (const [index, car] of podium.entries())
    if (car === carId) {
      values[0]! += prices[index]!
      values[index + 1]! += 1
    }
  return values
}

const isAhead = (a: number[], b: number[]): boolean => {
  const different = a.findIndex((value, index) => value !== b[index])
  return different >= 0 && a[different]! > b[different]!
}

const positionOf = (own: Tipper, rivals: readonly Tipper[], podium: readonly number[], race: LastRace): number => {
  const rows: Row[] = [
    { isOwn: true, values: afterPodium(own, podium, race) },
    ...rivals.map((rival) => ({ isOwn: false, values: afterPodium(rival, podium, race) })),
  ]
  rows.sort((a, b) => (isAhead(a.values, b.values) ? -1 : isAhead(b.values, a.values) ? 1 : 0))
  let position = 1
  for (const [index, row] of rows.entries()) {
    if (index > 0 && isAhead(rows[index - 1]!.values, row.values)) position = index + 1
    if (row.isOwn) return position
  }
  throw new Error('the own row is missing')
}

const allPodiums = (carIds: readonly number[]): [number, number, number][] =>
  carIds.flatMap((a) =>
    carIds.flatMap((b) =>
      carIds.filter((c) => a !== b && b !== c && a !== c).map((c): [number, number, number] => [a, b, c]),
    ),
  )

/* Reads sentences as a fan does: each names conditions on single cars. */

const meets = (condition: string, podium: readonly number[]): boolean => {
  const [, plate, says] = /^#(\d+) (.+)$/.exec(condition) ?? []
  const place = podium.indexOf(Number(plate)) + 1
  const places: Record<string, number[]> = {
    wins: [1],
    'does not win': [0, 2, 3],
    'is second': [2],
    'is third': [3],
    'is on the podium': [1, 2, 3],
    'is not on the podium': [0],
    'is first or second': [1, 2],
    'is second or third': [2, 3],
    'is first or third': [1, 3],
    'is neither first nor second': [0, 3],
    'is not second': [0, 1, 3],
    'is not third': [0, 1, 2],
    'is second or not on the podium': [0, 2],
    'is first or not on the podium': [0, 1],
  }
  const allowed = places[says ?? '']
  if (!allowed) throw new Error(`unreadable: ${condition}`)
  return allowed.includes(place)
}

const saysWin = (sentence: string, podium: readonly number[]): boolean => {
  if (sentence === "You can't win any more.") return false
  if (sentence === 'You win whatever happens.') return true
  const [, how, conditions] = /^You (?:also )?win (if|unless) (.+)\.$/.exec(sentence) ?? []
  if (!conditions) throw new Error(`unreadable: ${sentence}`)
  const all = conditions.split(/, (?=#)| and (?=#)/).every((condition) => meets(condition, podium))
  return how === 'if' ? all : !all
}

const small = fc.integer({ min: 0, max: 2 })
const order: fc.Arbitrary<WeekendOrder> = fc.tuple(
  fc.constantFrom(0, 10, 15, 25, 40, 50, 65, 75, 90, 100),
  small,
  small,
  small,
)
const points = fc.constantFrom(
  { first: 50, second: 25, third: 15 },
  { first: 10, second: 6, third: 3 },
  { first: 25, second: 25, third: 0 },
)

/** Cars with ids 1 to `cars`; a tip on a higher one is on a car that is out. */
const competitions = fc.tuple(fc.integer({ min: 3, max: 9 }), points).chain(([cars, prices]) =>
  fc.record({
    race: fc.constant(
      lastRace(
        Array.from({ length: cars }, (_, index) => index + 1),
        prices,
      ),
    ),
    participants: fc.array(
      fc.record({ order, carId: fc.option(fc.integer({ min: 1, max: cars + 1 })), isHidden: fc.boolean() }),
      { minLength: 1, maxLength: 14 },
    ),
  }),
)

describe('podiums of a weekend', () => {
  test('are those of a board written out for each podium, also for hidden members, ties and cars that are out', () => {
    fc.assert(
      fc.property(competitions, ({ race, participants }) => {
        const visible = participants.filter(({ isHidden }) => !isHidden)
        for (const own of participants.slice(0, 3)) {
          const rivals = visible.filter((rival) => rival !== own)
          const found = podiumsIn(own, visible, race)
          const podiums = allPodiums(race.carIds)
          const positions = podiums.map((podium) => positionOf(own, rivals, podium, race))
          expect({ total: found.total, win: found.win, top3: found.top3 }).toEqual({
            total: podiums.length,
            win: positions.filter((position) => position === 1).length,
            top3: positions.filter((position) => position <= 3).length,
          })
          const indexes = podiums.map(([a, b, c]) => podiumIndex(race.carIds.length, a - 1, b - 1, c - 1))
          expect(indexes.map((index) => found.wins[index] === 1)).toEqual(positions.map((position) => position === 1))
        }
      }),
      { numRuns: 400 },
    )
  })

  test('are described by sentences that hold for exactly the winning ones', () => {
    let described = 0
    fc.assert(
      fc.property(competitions, ({ race, participants: [own, ...rivals] }) => {
        const index = own!.carId === null ? -1 : race.carIds.indexOf(own!.carId)
        const ownCar = index === -1 ? null : index
        const found = podiumsIn(own!, rivals, race)
        const { sentences } = chancesByPodiums(0, found, race, ownCar)
        expect(sentences.length).toBeGreaterThanOrEqual(1)
        expect(sentences.length).toBeLessThanOrEqual(3)
        if (sentences[0]!.includes(' possible podiums.')) {
          expect(sentences[0]).toBe(
            `You win with ${found.win.toLocaleString('en-AU')} of ${found.total.toLocaleString('en-AU')} possible podiums.`,
          )
          const winning = allPodiums(race.carIds).filter((podium) => positionOf(own!, rivals, podium, race) === 1)
          for (const sentence of sentences.slice(1)) {
            const [, condition = ''] = /^You can only win if (.+)\.$/.exec(sentence) ?? []
            expect(winning.find((podium) => !meets(condition, podium))).toBeUndefined()
          }
          return
        }
        described += 1
        const isWrong = (podium: [number, number, number]): boolean =>
          sentences.some((sentence) => saysWin(sentence, podium)) !== (positionOf(own!, rivals, podium, race) === 1)
        expect(allPodiums(race.carIds).find(isWrong)).toBeUndefined()
      }),
      { numRuns: 400 },
    )
    expect(described).toBeGreaterThan(200)
  })

  test('are counted for a group of 1,000 with 26 cars within 100 ms', () => {
    const race = lastRace(Array.from({ length: 26 }, (_, index) => index + 1))
    const members = Array.from(
      { length: 1_000 },
      (_, index): Tipper => ({
        order: [(index * 37) % 400, index % 4, index % 3, index % 2],
        carId: (index % 27) + 1,
      }),
    )
    const measure = (): number => {
      const startedAt = performance.now()
      podiumsIn(members[0]!, members, race)
      return performance.now() - startedAt
    }
    expect(Math.min(...Array.from({ length: 5 }, measure))).toBeLessThan(100)
  })

  test('are not counted for fewer than three and more than 60 cars', () => {
    expect([0, 2, 3, 60, 61].map(hasPodiums)).toEqual([false, false, true, true, false])
  })
})

describe('sentences', () => {
  const say = (own: Tipper, rivals: readonly Tipper[], carIds: readonly number[]): string[] => {
    const race = lastRace(carIds)
    const { win, wins } = podiumsIn(own, rivals, race)
    return sentencesOf({ labels: race.labels, win, wins, ownCar: carIds.indexOf(own.carId ?? 0) })
  }
  const cars = [88, 97, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const fan = (total: number, carId: number | null): Tipper => ({ order: [total, 0, 0, 0], carId })

  test.each([
    [
      'the own car has to win and a rival’s must miss the podium',
      fan(60, 88),
      [fan(100, 97)],
      ['You win if #88 wins and #97 is not on the podium.'],
    ],
    ['the own car has to win', fan(60, 88), [fan(100, null)], ['You win if #88 wins.']],
    ['a rival’s car must not win', fan(100, null), [fan(60, 97)], ['You win if #97 does not win.']],
    ['no rival can be caught', fan(0, 88), [fan(100, 97)], ["You can't win any more."]],
    ['no rival can catch up', fan(100, 88), [fan(10, 97)], ['You win whatever happens.']],
    [
      'two rivals can catch up',
      fan(100, null),
      [fan(60, 97), fan(60, 1)],
      ['You win if #97 does not win and #1 does not win.'],
    ],
    ['a rival with the same car is behind', fan(100, 88), [fan(90, 88)], ['You win whatever happens.']],
  ])('say what must happen where %s', (_, own, rivals, sentences) => {
    expect(say(own, rivals, cars)).toEqual(sentences)
  })

  test('say how many podiums win where no short description is exact', () => {
    const rivals = cars.slice(1, 9).map((carId) => fan(60, carId))
    expect(say(fan(100, 88), rivals, cars)).toEqual(['You win with 600 of 1,320 possible podiums.'])
  })
})

describe('maxReachable', () => {
  const race = (raceId: number, isLocked: boolean, hasVisiblePicks = false): RemainingRace => ({
    ...{ raceId, isLocked, hasVisiblePicks },
    points: { first: 50, second: 25, third: 15 },
  })
  const own = { order: [30, 0, 1, 0] as WeekendOrder, racesWithCar: new Set([2]) }

  test('adds first places of open races, and of locked ones with a tip on a car that is not out', () => {
    expect(maxReachable(own, [race(1, false), race(2, true), race(3, true)])).toBe(130)
    expect(maxReachable(own, [])).toBe(30)
  })

  test('counts every race for a rival whose picks are not visible yet', () => {
    expect(rivalMaximum(own, [race(1, false), race(2, true), race(3, true)])).toBe(180)
    expect(rivalMaximum(own, [race(2, true, true), race(3, true, true)])).toBe(80)
  })

  test.each([
    ['can win while no rival has more than that', 80, 130, [race(2, true)], { canWin: true, clinched: false }],
    ['cannot win when a rival has more', 81, 131, [race(2, true)], { canWin: false, clinched: false }],
    ['has clinched when no rival reaches their points', 10, 29, [race(3, true)], { canWin: true, clinched: true }],
    ['has not clinched when a rival can tie', 10, 30, [race(3, true)], { canWin: true, clinched: false }],
    [
      'has not clinched alone while a newcomer can come',
      null,
      null,
      [race(1, false)],
      { canWin: true, clinched: false },
    ],
    ['has clinched alone when no race is open', null, null, [race(3, true)], { canWin: true, clinched: true }],
  ])('decides that a fan %s', (_, points, maximum, races, expected) => {
    expect(chancesByPoints(own, { points, maximum }, races)).toMatchObject(expected)
  })

  test('counts podiums of a single race, locked, with visible picks', () => {
    expect(lastRaceOf([race(1, true, true)])?.raceId).toBe(1)
    expect(lastRaceOf([race(1, true, false)])).toBeUndefined()
    expect(lastRaceOf([race(1, false, false)])).toBeUndefined()
    expect(lastRaceOf([race(1, true, true), race(2, true, true)])).toBeUndefined()
    expect(lastRaceOf([])).toBeUndefined()
  })
})
