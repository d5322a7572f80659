import type { Figure } from '../figures/figure.ts'
import { progressLogger } from '../log-progress.ts'
import type { RowContext } from '../rows/row.ts'
import { rows as known } from '../rows/rows.ts'
import { serve } from './serve.ts'

/** Runs one row in its own process, so that its leftovers or a crash do not affect other rows. */
export const commands = {
  async run({ id, rounds, quick }: { id: string } & Omit<RowContext, 'logProgress'>): Promise<Figure[]> {
    const load = known[id]
    if (!load) throw new Error(`There is no row ${id}`)
    const [row, logProgress] = [await load(), progressLogger(id)]
    logProgress(row.name)
    const figures = await row.run({ rounds, quick, logProgress })
    return figures.map((figure) => ({ ...figure, name: row.name }))
  },
}

serve(commands)
