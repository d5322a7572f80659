import { podiumCount, podiumIndex, visitAllPodiums } from './podiums.ts'

/** More cars than these are not described: such a sentence would be longer than fans read. */
const MAX_DESCRIBED = 6

/** A set of numbers, as bits. */
export type Bits = Uint32Array
export const bitsOf = (size: number): Bits => new Uint32Array(Math.ceil(size / 32))
export const hasBit = (bits: Bits, index: number): boolean => ((bits[index >> 5]! >> (index & 31)) & 1) === 1
export const setBit = (bits: Bits, index: number): void => {
  bits[index >> 5]! |= 1 << (index & 31)
}

/**
 * The podiums seen from a few cars: each of `places` has the places of `cars` (0: not on the podium) on some podium, and
 * `wins` says whether that wins. All other cars make no difference.
 */
export type Patterns = { cars: readonly number[]; places: readonly (readonly number[])[]; wins: Bits }

/** Whether exchanging two cars changes no podium from a win into another result. */
const areAlike = (count: number, wins: Uint8Array, a: number, b: number): boolean => {
  const exchanged = (car: number): number => (car === a ? b : car === b ? a : car)
  const isSame = (...podium: [number, number, number]): boolean => {
    const [first, second, third] = podium
    return (
      wins[podiumIndex(count, first, second, third)] ===
      wins[podiumIndex(count, exchanged(first), exchanged(second), exchanged(third))]
    )
  }
  for (let x = 0; x < count; x += 1)
    for (let y = 0; y < count; y += 1) {
      if (x === y || x === a || y === a) continue
      if (!isSame(a, x, y) || !isSame(x, a, y) || !isSame(x, y, a)) return false
    }
  return true
}

/** Returns how many podiums win with each car in first, second and third place. */
const winsByCar = (count: number, wins: Uint8Array): string[] => {
  const counts = Array.from({ length: count }, () => [0, 0, 0])
  visitAllPodiums(count, (first, second, third, index) => {
    if (wins[index] !== 1) return
    counts[first]![0]! += 1
    counts[second]![1]! += 1
    counts[third]![2]! += 1
  })
  return counts.map((places) => places.join())
}

/** Returns the cars that make a difference; undefined if they are too many. Exact: like cars are compared one by one. */
const decisiveCars = (count: number, wins: Uint8Array): number[] | undefined => {
  const all = Array.from({ length: count }, (_, car) => car)
  if (count <= MAX_DESCRIBED) return all
  const keys = winsByCar(count, wins)
  const groups = Object.values(Object.groupBy(all, (car) => keys[car]!)).filter((group) => group !== undefined)
  const [largest = []] = groups.toSorted((a, b) => b.length - a.length)
  const [reference = 0] = largest
  const decisive = all.filter((car) => keys[car] !== keys[reference])
  if (decisive.length > MAX_DESCRIBED) return undefined
  decisive.push(...largest.slice(1).filter((car) => !areAlike(count, wins, reference, car)))
  return decisive.length > MAX_DESCRIBED ? undefined : decisive
}

/** Reduces the podiums by which a participant wins to the cars that decide it; undefined if these are too many. */
export const patternsOf = (count: number, wins: Uint8Array): Patterns | undefined => {
  const cars = decisiveCars(count, wins)
  if (!cars || podiumCount(count) === 0) return undefined
  const others = Array.from({ length: count }, (_, car) => car).filter((car) => !cars.includes(car))
  const named = [...cars, ...others.slice(0, 3)]
  const found = new Map<string, { places: number[]; isWin: boolean }>()
  for (const first of named)
    for (const second of named)
      for (const third of named) {
        if (first === second || first === third || second === third) continue
        const places = cars.map((car) => [first, second, third].indexOf(car) + 1)
        found.set(places.join(), { places, isWin: wins[podiumIndex(count, first, second, third)] === 1 })
      }
  const patterns = [...found.values()]
  const winning = bitsOf(patterns.length)
  for (const [index, { isWin }] of patterns.entries()) if (isWin) setBit(winning, index)
  return { cars, places: patterns.map(({ places }) => places), wins: winning }
}
