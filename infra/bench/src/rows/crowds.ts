import type { Figure } from '../figures/figure.ts'
import type { Row, RowContext } from './row.ts'

/** 19,000: many machines limit a process to 20,000 open files, and a socket is one. */
const CROWDS = [5_000, 19_000]
const SMALL_CROWD = [500]

/** Builds a row that is measured with each of these numbers of sockets, one after another. */
export const forEachCrowd =
  (measure: (count: number, context: RowContext) => Promise<Figure[]>): Row['run'] =>
  async (context) => {
    const figures: Figure[] = []
    for (const count of context.quick ? SMALL_CROWD : CROWDS) figures.push(...(await measure(count, context)))
    return figures
  }
