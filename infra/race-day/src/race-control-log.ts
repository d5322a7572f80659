import type { Difference } from './differences.ts'
import type { CarDetails } from './entries.ts'
import type { Closure } from './judge-deadlines.ts'
import type { OutWindow } from './judge-tips.ts'
import type { Account, ProductApi, ResultBody } from './product-api.ts'
import type { RecordedRace, Recording } from './recording.ts'
import type { Programme } from './set-up-weekend.ts'

/** What race control has done so far, for the judges at the end. */
export type RaceControlLog = {
  /** Calls that close a race, in order. */
  closures: Map<string, Closure[]>
  /** Race ids of each version of the open filter; empty: all. */
  filters: string[][]
  out: OutWindow[]
  /** Latest result and number of revisions by race. */
  results: Map<string, { body: ResultBody; revision: number; first: number }>
  /** Revisions that every socket must be told of, and those it may be told of. */
  told: { race: string; revision: number; message: 'completed' | 'corrected' | 'status'; must: boolean }[]
  /** Under which names cars were in the entry list, by car id; the first of each as it was entered. */
  entries: Map<number, { details: CarDetails; sent: number }[]>
  counts: {
    published: number
    corrections: number
    statuses: number
    withdrawals: number
    repeated: number
    previews: number
    edits: number
    lateEntries: number
  }
  hasTiming: boolean
  differences: Difference[]
}

export type RaceControl = {
  api: ProductApi
  admin: Account
  recording: Recording
  programme: Programme
  run: string
  log: RaceControlLog
  onStep(name: string): unknown
  onResult(sent: number): void
  signal: AbortSignal
}

export const emptyLog = (): RaceControlLog => ({
  closures: new Map(),
  filters: [[]],
  out: [],
  results: new Map(),
  told: [],
  entries: new Map(),
  counts: {
    published: 0,
    corrections: 0,
    statuses: 0,
    withdrawals: 0,
    repeated: 0,
    previews: 0,
    edits: 0,
    lateEntries: 0,
  },
  hasTiming: true,
  differences: [],
})

export const raceId = ({ programme }: Pick<RaceControl, 'programme'>, race: string): number => {
  const id = programme.races.get(race)
  if (id === undefined) throw new Error(`${race} was never created`)
  return id
}

export const close = ({ log }: RaceControl, race: RecordedRace, { sent, received }: Closure): void => {
  log.closures.set(race.id, [...(log.closures.get(race.id) ?? []), { sent, received }])
}

/** Notes who drives a car for whom from now on; `sent` is when the product was told. */
export const inEntryList = (log: RaceControlLog, carId: number, details: CarDetails, sent: number): void => {
  log.entries.set(carId, [...(log.entries.get(carId) ?? []), { details, sent }])
}
