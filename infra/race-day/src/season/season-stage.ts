import type { Difference } from '../comparison/differences.ts'
import type { Account, ProductApi } from '../fans/product-api.ts'
import type { RecordedSeason } from './recorded-season.ts'
import type { SeasonApi } from './season-api.ts'
import type { SeasonLog } from './season-log.ts'

/** What all parts of the player of a season share. */
export type SeasonStage = {
  season: RecordedSeason
  api: ProductApi
  seasons: SeasonApi
  admin: Account
  run: string
  log: SeasonLog
  differences: Difference[]
  /** How long boards may take to be right, and copies to follow; ms. */
  waitForMs: number
  signal: AbortSignal
  onStep(name: string): Promise<void>
}
