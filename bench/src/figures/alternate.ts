import { type Spread, spreadOf } from './spread.ts'

/** Two things measured in turns, and how often the one holds the other in each round. */
export type Comparison = { subject: Spread; baseline: Spread; ratio: Spread }

type Contenders = { subject: () => Promise<number>; baseline: () => Promise<number> }

/**
 * Measures in the order A B A B … A. Each round's ratio is the subject against the mean of the baselines right before
 * and after it, so that a machine that slows down or speeds up in between favours neither.
 */
export const alternate = async (rounds: number, { subject, baseline }: Contenders): Promise<Comparison> => {
  const baselines = [await baseline()]
  const subjects: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const measured = await subject()
    const after = await baseline()
    const before = baselines.at(-1) ?? after
    subjects.push(measured)
    baselines.push(after)
    ratios.push(measured / ((before + after) / 2))
  }
  return { subject: spreadOf(subjects), baseline: spreadOf(baselines), ratio: spreadOf(ratios) }
}
