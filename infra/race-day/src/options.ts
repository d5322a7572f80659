import type { BoardLatency } from './comparison/board-latency.ts'
import type { Difference } from './comparison/differences.ts'
import type { ReminderCounts } from './comparison/received-reminders.ts'
import type { RaceControlLog } from './race-control/race-control-log.ts'
import type { Recording } from './recording/recording.ts'

export type RaceDayOptions = {
  /** Base URL of the product, and optionally of a second gateway that takes half of the sockets and any outage. */
  url: string
  secondUrl?: string
  /** `Origin` to send where it is not that of `url`. */
  origin?: string
  recording: Recording
  admin: { email: string; password: string }
  /** Listed fans first, then generated ones; the recording's number when left out. */
  fans?: number
  /** Recorded seconds that pass in one second; 900 when left out. */
  speed?: number
  /** Ms of the recording that a quiet stretch of it counts at most; 45 minutes when left out. */
  longestQuiet?: number
  /** Fans who also follow on a WebSocket; all when left out. */
  sockets?: number
  /**
   * How laps are delivered: pushed (the default), fetched by the product from a timing company that this process stands in
   * for (the product runs with `TIMING_ALLOW_PRIVATE=on`), or not at all. Fans' screens are looked at after each, while the clock
   * stands still.
   */
  timing?: TimingWay
  /** A key of `TIMING_KEYS` to push with; left out: race control does it. */
  timingKey?: string
  /** Deactivate a weekend that is live and put it back at the end, however the end comes. */
  takeOver?: boolean
  /** The played weekend afterwards: completed (the default, and with `takeOver`), left live, or deleted entirely. */
  ending?: 'complete' | 'keep' | 'delete'
  /** How long an outage is waited out, and how long boards may take to settle at the end; ms. */
  timeout?: number
  waitForMs?: number
  /** What the product is known to show wrongly: boards count as settled when nothing else differs. For tests of the player. */
  isKnown?: (difference: Difference) => boolean
  /** Stops playing; what was taken over is still put back. */
  signal?: AbortSignal
  /**
   * Called, and waited for, as play goes on: `signed in`, `fans registered`, `sockets connected`, `started`,
   * `running <race>`, `completed <race>`, `publish <race> <n>` just before a result is sent,
   * `published <race> <n>` just after the reply, `move <race>`, `filter`, `car <status>`, `played`.
   */
  onStep?: (name: string) => unknown
  /** Progress for people, one line at a time. */
  say?: (line: string) => void
}

export const timingWays = ['push', 'natsoft', 'off'] as const
export type TimingWay = (typeof timingWays)[number]

/** `repeated`: laps that had to be told again. */
export type TimingCounts = { races: number; laps: number; boards: number; frames: number; repeated: number }

export type RaceDayReport = {
  weekendId: number
  fans: number
  participants: number
  tips: { accepted: number; unchanged: number; tipsClosed: number; carOut: number }
  groups: { founded: number; memberships: number; accepted: number; tipsClosed: number; tipsLocked: number }
  /** What fans did beside tipping; null where that is not installed. */
  crowd: { votes: number; reactions: number } | null
  /** Reminders that were told, and steps before deadlines by what was certain of each fan; null likewise. */
  reminders: ReminderCounts | null
  results: RaceControlLog['counts']
  sockets: { opened: number; interruptions: number }
  latency: BoardLatency
  /** HTTP calls that had to be sent again. */
  retries: number
  seconds: number
  /** Races, laps, boards as they stand and their frames that were compared; null where laps were not sent. */
  timing: TimingCounts | null
  /** Empty when the product showed exactly what it must. */
  differences: Difference[]
}

export const defaultSpeed = 900
