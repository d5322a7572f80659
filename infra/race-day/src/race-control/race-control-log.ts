import type { Outage, PublishedRevision } from '../account/expected-arrows.ts'
import type { Closure } from '../account/expected-deadlines.ts'
import type { OutWindow } from '../account/expected-tips.ts'
import type { Difference } from '../comparison/differences.ts'
import type { Fan } from '../fans/fan-player.ts'
import type { PausableGate } from '../fans/pausable-gate.ts'
import type { PlayedGroup, Span } from '../fans/played-group.ts'
import type { Account, ProductApi, ResultBody } from '../fans/product-api.ts'
import type { CarDetails } from '../recording/entries.ts'
import type { RecordedRace, Recording } from '../recording/recording.ts'
import type { WaitUntilEqual } from '../wait-until-equal.ts'
import type { Programme } from './set-up-weekend.ts'
import type { TimingFlag } from './timing-snapshot.ts'

/** The actions of race control so far, for the comparisons at the end. */
export type RaceControlLog = {
  /** Calls that close a race, by recorded race id, in order. */
  closures: Map<string, Closure[]>
  /** Race ids of each version of the open filter; empty: all. The first applies from the beginning. */
  filters: { sessions: string[]; since: Span | null }[]
  out: OutWindow[]
  /** Latest result and number of revisions by race; `first`: the first scoring revision, 0 without one. */
  results: Map<string, { body: ResultBody; revision: number; first: number }>
  /** By race and car id: the names of the car when it first appeared in a result of the race. */
  names: Map<string, Map<number, CarDetails | undefined>>
  /** Revisions that every socket must receive (`must`), and those that it may receive. */
  expectedMessages: {
    race: string
    revision: number
    message: 'completed' | 'corrected' | 'status'
    must: boolean
    status: string
    reason: string | null
  }[]
  /** Every revision, in the order published. */
  revisions: PublishedRevision[]
  /** When play waited for `onStep`, during which the product may have been stopped; in order. */
  outages: Outage[]
  /** The names of each car in the entry list now, by car id. */
  entries: Map<number, CarDetails>
  counts: {
    published: number
    corrections: number
    statuses: number
    withdrawals: number
    repeated: number
    previews: number
    edits: number
    lateEntries: number
    renames: number
  }
  differences: Difference[]
}

export type RaceControl = {
  api: ProductApi
  admin: Account
  fans: Fan[]
  groups: PlayedGroup[]
  pausableGate: PausableGate
  waitForMs: number
  waitUntilEqual: WaitUntilEqual
  recording: Recording
  programme: Programme
  run: string
  log: RaceControlLog
  onStep(name: string): Promise<void>
  onResult(sent: number): void
  /** Checks the groups after a result. */
  groupChecks: { check(): void }
  /** Delivers laps; null where it is switched off or not installed. */
  timing: {
    lap(race: RecordedRace, lap: number, flag: TimingFlag): Promise<void>
    over(race: RecordedRace): Promise<void>
  } | null
  signal: AbortSignal
}

export const emptyLog = (): RaceControlLog => ({
  closures: new Map(),
  filters: [{ sessions: [], since: null }],
  out: [],
  results: new Map(),
  names: new Map(),
  expectedMessages: [],
  revisions: [],
  outages: [],
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
    renames: 0,
  },
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
