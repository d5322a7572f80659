import type { Figure } from '../figures/figure.ts'

export type RowContext = {
  rounds: number
  quick: boolean
  /** Tells what is going on. */
  logProgress(line: string): void
}

/** `id` is that of docs/quality.md, `name` what it is about. */
export type Row = { id: string; name: string; run(context: RowContext): Promise<Figure[]> }
