import { type Bits, bitsOf, hasBit, type Patterns, patternsOf, setBit } from './podium-patterns.ts'
import { visitAllPodiums } from './podiums.ts'

/** The `win` podiums by which a fan wins: `wins` by index (`podiums.ts`), labels of the cars, the own car. */
type WinningPodiums = { labels: readonly string[]; win: number; wins: Uint8Array; ownCar: number | null }

/** What can be said of a car, and its places as bits (1: first, 2: second, 4: third, 8: none); the plainest first. */
const CONDITIONS: readonly { places: number; text: string }[] = [
  { places: 1, text: 'wins' },
  { places: 7, text: 'is on the podium' },
  { places: 8, text: 'is not on the podium' },
  { places: 14, text: 'does not win' },
  { places: 2, text: 'is second' },
  { places: 4, text: 'is third' },
  { places: 3, text: 'is first or second' },
  { places: 6, text: 'is second or third' },
  { places: 13, text: 'is not second' },
  { places: 11, text: 'is not third' },
  { places: 12, text: 'is neither first nor second' },
  { places: 5, text: 'is first or third' },
  { places: 10, text: 'is second or not on the podium' },
  { places: 9, text: 'is first or not on the podium' },
]
const MAX_SENTENCES = 3
const MAX_CONDITIONS = 3
/** How many of the conditions are plain enough to be the third of a sentence. */
const PLAIN_CONDITIONS = 8
/** Terms that are tried for a description: those that say most. */
const MAX_TERMS = 60
/** Less than one condition all together: a plainer one breaks a tie only. */
const PLAINNESS = 1 / 1_000

/** What is said of one car. */
type Condition = { text: string; holds: Bits; cost: number }
/** Conditions that hold together; `cost` is less for a shorter and plainer text. */
type Term = { conditions: readonly Condition[]; holds: Bits; cost: number }

// Plain loops: tens of thousands of terms are tried for a description.
const isSubset = (some: Bits, all: Bits): boolean => {
  for (let index = 0; index < some.length; index += 1) if ((some[index]! & ~all[index]!) !== 0) return false
  return true
}
const intersect = (a: Bits, b: Bits, result: Bits): void => {
  for (let index = 0; index < a.length; index += 1) result[index] = a[index]! & b[index]!
}
/** Counts the bits of a word, in parallel sums (Warren, Hacker's Delight, 5-1). */
const countWord = (word: number): number => {
  let sums = word - ((word >>> 1) & 0x55555555)
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333)
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
const countBits = (bits: Bits): number => {
  let count = 0
  for (let index = 0; index < bits.length; index += 1) count += countWord(bits[index]!)
  return count
}
const countOutside = (bits: Bits, target: Bits): number => {
  let count = 0
  for (let index = 0; index < bits.length; index += 1) count += countWord(bits[index]! & ~target[index]!)
  return count
}
/** Returns the first of `bits` that is not in `others`; -1 if none is. */
const firstOutside = (bits: Bits, others: Bits): number => {
  for (let index = 0; index < bits.length; index += 1) {
    const word = bits[index]! & ~others[index]!
    if (word !== 0) return 32 * index + 31 - Math.clz32(word & -word)
  }
  return -1
}
const union = (a: Bits, b: Bits): Bits => a.map((word, index) => word | b[index]!)
const complement = ({ places, wins }: Patterns): Bits => {
  const others = bitsOf(places.length)
  for (let index = 0; index < places.length; index += 1) if (!hasBit(wins, index)) setBit(others, index)
  return others
}

const textOf = ({ conditions }: Term): string => {
  const texts = conditions.toSorted((a, b) => a.cost - b.cost).map(({ text }) => text)
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** Returns what can be said of each decisive car, the own car first. */
const conditionsOf = ({ cars, places }: Patterns, { labels, ownCar }: WinningPodiums): Condition[][] =>
  cars
    .map((car, column) => ({ car, column }))
    .toSorted((a, b) => Number(b.car === ownCar) - Number(a.car === ownCar))
    .map(({ car, column }, position) =>
      CONDITIONS.map(({ places: allowed, text }, plainness) => {
        const holds = bitsOf(places.length)
        for (const [index, pattern] of places.entries()) {
          const place = pattern[column]!
          if ((allowed & (place === 0 ? 8 : 1 << (place - 1))) !== 0) setBit(holds, index)
        }
        return { text: `${labels[car]} ${text}`, holds, cost: 1 + (plainness + position) * PLAINNESS }
      }),
    )

/** Returns the terms of up to three conditions that hold only within `target`. */
const termsWithin = (conditionsByCar: readonly Condition[][], target: Bits): Term[] => {
  const found: Term[] = []
  const buffers = Array.from({ length: MAX_CONDITIONS }, () => new Uint32Array(target.length))
  const extend = (from: number, chosen: readonly Condition[], holds: Bits | undefined, outside: number): void => {
    const together = buffers[chosen.length]!
    const sayable = chosen.length === MAX_CONDITIONS - 1 ? PLAIN_CONDITIONS : CONDITIONS.length
    for (let car = from; car < conditionsByCar.length; car += 1)
      for (const condition of conditionsByCar[car]!.slice(0, sayable)) {
        intersect(condition.holds, holds ?? condition.holds, together)
        const left = countOutside(together, target)
        // A condition that excludes nothing more says nothing.
        if (left >= outside || countBits(together) === 0) continue
        const conditions = [...chosen, condition]
        if (left === 0) {
          const cost = conditions.reduce((sum, each) => sum + each.cost, 0)
          found.push({ conditions, holds: together.slice(), cost })
        } else if (conditions.length < MAX_CONDITIONS) extend(car + 1, conditions, together, left)
      }
  }
  extend(0, [], undefined, Number.POSITIVE_INFINITY)
  const kept: Term[] = []
  const sorted = found
    .map((term) => ({ term, size: countBits(term.holds) }))
    .sort((a, b) => b.size - a.size || a.term.cost - b.term.cost)
  for (const { term } of sorted) {
    if (kept.length === MAX_TERMS) break
    if (!kept.some(({ holds }) => isSubset(term.holds, holds))) kept.push(term)
  }
  return kept
}

/** Returns the fewest, then plainest terms that together are exactly `target`; undefined if more than three were needed. */
const cover = (terms: readonly Term[], target: Bits): Term[] | undefined => {
  let best: readonly Term[] | undefined
  const costOf = (chosen: readonly Term[]): number => chosen.reduce((sum, { cost }) => sum + cost, 0)
  const choose = (chosen: readonly Term[], holds: Bits): void => {
    const missing = firstOutside(target, holds)
    if (missing < 0) {
      if (!best || chosen.length < best.length || costOf(chosen) < costOf(best)) best = chosen
      return
    }
    if (chosen.length === (best?.length ?? MAX_SENTENCES)) return
    for (const term of terms) if (hasBit(term.holds, missing)) choose([...chosen, term], union(holds, term.holds))
  }
  choose([], new Uint32Array(target.length))
  return best && [...best]
}

/** Describes the win exactly, by conditions on at most six cars; undefined if there is no short description. */
const describe = (podiums: WinningPodiums): string[] | undefined => {
  const patterns = patternsOf(podiums.labels.length, podiums.wins)
  if (!patterns) return undefined
  const conditions = conditionsOf(patterns, podiums)
  const terms = cover(termsWithin(conditions, patterns.wins), patterns.wins)
  if (terms?.length !== 1) {
    const losing = complement(patterns)
    const unless = cover(termsWithin(conditions, losing), losing)
    if (unless?.length === 1) return [`You win unless ${textOf(unless[0]!)}.`]
  }
  return terms?.map((term, index) => `You ${index === 0 ? '' : 'also '}win if ${textOf(term)}.`)
}

/** Says where the own car has to finish for a win; undefined if it may finish anywhere. */
const necessaryOf = ({ labels, wins, ownCar }: WinningPodiums): string | undefined => {
  if (ownCar === null) return undefined
  let places = 0
  visitAllPodiums(labels.length, (first, second, third, index) => {
    if (wins[index] === 1) places |= ownCar === first ? 1 : ownCar === second ? 2 : ownCar === third ? 4 : 8
  })
  const condition = CONDITIONS.find((each) => each.places === places)
  return condition && `You can only win if ${labels[ownCar]} ${condition.text}.`
}

/**
 * Says by which podiums a fan wins, in one to three plain sentences (docs/rules.md, Seasons). They are exact: each
 * podium wins if and only if one of them says so. Without a short description they say how many podiums win, and where
 * the own car has to finish.
 */
export const sentencesOf = (podiums: WinningPodiums): string[] => {
  const { win, wins } = podiums
  const total = wins.length
  if (win === 0) return ["You can't win any more."]
  if (win === total) return ['You win whatever happens.']
  const described = describe(podiums)
  if (described) return described
  const format = (count: number): string => count.toLocaleString('en-AU')
  const necessary = necessaryOf(podiums)
  return [`You win with ${format(win)} of ${format(total)} possible podiums.`, ...(necessary ? [necessary] : [])]
}
