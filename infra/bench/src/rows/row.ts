import type { Figure } from '../figures/figure.ts'

export type RowContext = {
  rounds: number
  quick: boolean
  /** Logs the current step. */
  logProgress(line: string): void
}

/** `id` as in docs/quality.md; `name` describes the row. */
export type Row = { id: string; name: string; run(context: RowContext): Promise<Figure[]> }
