import type { Difference } from './differences.ts'
import type { Closure } from './judge-deadlines.ts'
import type { OutWindow } from './judge-tips.ts'
import type { Account, ProductApi, ResultBody } from './product-api.ts'
import type { RecordedSession, Recording } from './recording.ts'
import type { Programme } from './set-up-weekend.ts'

/** What race control has done so far, for the judges at the end. */
export type RaceControlLog = {
  /** Calls that close a session, in order. */
  closures: Map<string, Closure[]>
  /** Session ids of each version of the open filter; empty: all. */
  filters: string[][]
  out: OutWindow[]
  /** Latest result and number of revisions by session. */
  results: Map<string, { body: ResultBody; revision: number; first: number }>
  /** Revisions that every socket must be told of, and those it may be told of. */
  told: { session: string; revision: number; message: 'completed' | 'corrected'; must: boolean }[]
  counts: { published: number; corrections: number; withdrawals: number; repeated: number; previews: number }
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
  counts: { published: 0, corrections: 0, withdrawals: 0, repeated: 0, previews: 0 },
  hasTiming: true,
  differences: [],
})

export const raceId = ({ programme }: Pick<RaceControl, 'programme'>, session: string): number => {
  const id = programme.races.get(session)
  if (id === undefined) throw new Error(`${session} was never created`)
  return id
}

export const close = ({ log }: RaceControl, session: RecordedSession, { sent, received }: Closure): void => {
  log.closures.set(session.id, [...(log.closures.get(session.id) ?? []), { sent, received }])
}
