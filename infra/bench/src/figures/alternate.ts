import { type Spread, spreadOf } from './spread.ts'

/** Two alternating measurements, and the ratio of subject to baseline in each round. */
export type Comparison = { subject: Spread; baseline: Spread; ratio: Spread }

type Contenders<T> = { subject: () => Promise<T>; baseline: () => Promise<T> }

/**
 * Measures alternately in the order A B A B … A.
 * The ratio of a round compares the subject with the mean of the baselines before and after it, so that a machine that
 * becomes slower or faster favours neither.
 */
export const alternate = async (rounds: number, { subject, baseline }: Contenders<number>): Promise<Comparison> => {
  const singleValue = (measure: () => Promise<number>) => async () => ({ value: await measure() })
  const { value } = await alternateAll(rounds, ['value'], {
    subject: singleValue(subject),
    baseline: singleValue(baseline),
  })
  return value
}

/** Like `alternate`, for several figures of one run, each compared with the one of the same name. */
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
    const [subjectValues, baselineValues] = [subjects, baselines].map((runs) => runs.map((run) => run[name])) as [
      number[],
      number[],
    ]
    const meanAround = (round: number): number => {
      const after = baselineValues[round + 1] ?? Number.NaN
      return ((baselineValues[round] ?? after) + after) / 2
    }
    const ratios = subjectValues.map((value, round) => value / meanAround(round))
    return { subject: spreadOf(subjectValues), baseline: spreadOf(baselineValues), ratio: spreadOf(ratios) }
  }
  return Object.fromEntries(names.map((name) => [name, comparisonOf(name)])) as Record<Name, Comparison>
}
