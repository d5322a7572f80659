import { type Spread, spreadOf } from './spread.ts'

/** Two things measured in turns, and how often the one holds the other in each round. */
export type Comparison = { subject: Spread; baseline: Spread; ratio: Spread }

type Contenders<T> = { subject: () => Promise<T>; baseline: () => Promise<T> }

/**
 * Measures in the order A B A B … A. Each round's ratio is the subject against the mean of the baselines right before
 * and after it, so that a machine that slows down or speeds up in between favours neither.
 */
export const alternate = async (rounds: number, { subject, baseline }: Contenders<number>): Promise<Comparison> => {
  const of = (measure: () => Promise<number>) => async () => ({ value: await measure() })
  const { value } = await alternateAll(rounds, ['value'], { subject: of(subject), baseline: of(baseline) })
  return value
}

/** The same of several figures that one run brings, each against the one of its name. */
export const alternateAll = async <Name extends string>(
  rounds: number,
  names: readonly Name[],
  { subject, baseline }: Contenders<Record<Name, number>>,
): Promise<Record<Name, Comparison>> => {
  const baselines = [await baseline()]
  const subjects: Record<Name, number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    subjects.push(await subject())
    baselines.push(await baseline())
  }
  const comparisonOf = (name: Name): Comparison => {
    const [measured, against] = [subjects, baselines].map((taken) => taken.map((each) => each[name])) as [
      number[],
      number[],
    ]
    const meanAround = (round: number): number => {
      const after = against[round + 1] ?? Number.NaN
      return ((against[round] ?? after) + after) / 2
    }
    const ratios = measured.map((value, round) => value / meanAround(round))
    return { subject: spreadOf(measured), baseline: spreadOf(against), ratio: spreadOf(ratios) }
  }
  return Object.fromEntries(names.map((name) => [name, comparisonOf(name)])) as Record<Name, Comparison>
}
