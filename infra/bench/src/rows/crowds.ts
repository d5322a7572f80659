import type { Figure } from '../figures/figure.ts'
import type { Row, RowContext } from './row.ts'

/** 19,000: a process may have 20,000 files open on many machines, and a socket is one. */
const CROWDS = [5_000, 19_000]
const SMALL_CROWD = [500]

/** A row that is measured with each of these numbers of sockets, one after the other. */
export const forEachCrowd =
  (measure: (count: number, context: RowContext) => Promise<Figure[]>): Row['run'] =>
  async (context) => {
    const figures: Figure[] = []
    for (const count of context.quick ? SMALL_CROWD : CROWDS) figures.push(...(await measure(count, context)))
    return figures
  }
