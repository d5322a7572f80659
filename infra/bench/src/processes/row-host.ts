import type { Figure } from '../figures/figure.ts'
import type { RowContext } from '../rows/row.ts'
import { rows as known } from '../rows/rows.ts'
import { tellOf } from '../tell.ts'
import { serve } from './serve.ts'

/** One row in a process of its own: what it leaves behind, or a crash, is no other row's concern. */
export const commands = {
  async run({ id, rounds, quick }: { id: string } & Omit<RowContext, 'tell'>): Promise<Figure[]> {
    const load = known[id]
    if (!load) throw new Error(`There is no row ${id}`)
    const [row, tell] = [await load(), tellOf(id)]
    tell(row.name)
    const figures = await row.run({ rounds, quick, tell })
    return figures.map((figure) => ({ ...figure, name: row.name }))
  },
}

serve(commands)
