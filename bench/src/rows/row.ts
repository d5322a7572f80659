import type { Figure } from '../figures/figure.ts'

export type RowContext = {
  rounds: number
  quick: boolean
  /** Tells what is going on. */
  tell(line: string): void
}

export type Row = { id: string; title: string; run(context: RowContext): Promise<Figure[]> }
