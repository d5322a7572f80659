import type { BoardLatency } from './comparison/board-latency.ts'
import type { Difference } from './comparison/differences.ts'
import type { ReminderCounts } from './comparison/received-reminders.ts'
import type { RaceControlLog } from './race-control/race-control-log.ts'
import type { Recording } from './recording/recording.ts'

export type RaceDayOptions = {
  /** Base URL of the product, and optionally of a second gateway for half of the sockets and for outages. */
  url: string
  secondUrl?: string
  /** `Origin` to send if it is not that of `url`. */
  origin?: string
  recording: Recording
  admin: { email: string; password: string }
  /** Listed fans first, then generated ones; by default the recording's number. */
  fans?: number
  /** Recorded seconds per real second; 900 by default. */
  speed?: number
  /** Longest quiet stretch that counts, in ms of the recording; 45 minutes by default. */
  longestQuiet?: number
  /** Number of fans who also follow on a WebSocket; all by default. */
  sockets?: number
  /**
   * How laps are delivered: pushed (the default), by a timing company, or not at all.
   * This process stands in for the timing company from which the product fetches laps (the product runs with
   * `TIMING_ALLOW_PRIVATE=on`). The player checks the fans' sockets after each lap, while the clock stands still.
   */
  timing?: TimingWay
  /** A key of `TIMING_KEYS` to push with; without it race control pushes. */
  timingKey?: string
  /** Deactivates a live weekend and restores it at the end, also after an error. */
  takeOver?: boolean
  /** State of the played weekend afterwards: completed (default, and with `takeOver`), live, or deleted. */
  ending?: 'complete' | 'keep' | 'delete'
  /** How long to retry in an outage, and how long to wait for boards to be right at the end; ms. */
  timeout?: number
  waitForMs?: number
  /** Known faults of the product: waiting ends when nothing else differs. For tests of the player. */
  isKnown?: (difference: Difference) => boolean
  /** Stops playing; a weekend that was taken over is still restored. */
  signal?: AbortSignal
  /**
   * Called and awaited at each step of play.
   * `signed in`, `fans registered`, `sockets connected`, `started`, `running <race>`, `completed <race>`, `publish
   * <race> <n>` just before a result is sent, `published <race> <n>` just after the reply, `move <race>`, `filter`,
   * `car <status>`, `played`.
   */
  onStep?: (name: string) => unknown
  /** Called for each reply 429 or above 499 and each call without a reply, with its kind as in `outages`. */
  onOutage?: (kind: string) => void
  /** Receives progress for people, one line at a time. */
  print?: (line: string) => void
}

export const timingWays = ['push', 'natsoft', 'off'] as const
export type TimingWay = (typeof timingWays)[number]

/** `repeated`: laps that had to be sent again. */
export type TimingCounts = { races: number; laps: number; boards: number; frames: number; repeated: number }

export type RaceDayReport = {
  weekendId: number
  fans: number
  participants: number
  tips: { accepted: number; unchanged: number; tipsClosed: number; carOut: number }
  groups: { founded: number; memberships: number; accepted: number; tipsClosed: number; tipsLocked: number }
  /** Fan activity besides tipping; null if it is not installed. */
  crowd: { votes: number; reactions: number } | null
  /** Reminders received, and steps before deadlines by certainty; null if not installed. */
  reminders: ReminderCounts | null
  results: RaceControlLog['counts']
  /** `longestGapMs`: how long a fan was without a socket at the most, in ms. */
  sockets: { opened: number; interruptions: number; longestGapMs: number }
  latency: BoardLatency
  /** HTTP calls that had to be sent again. */
  retries: number
  /** Replies 429 and above 499, and calls without a reply, by kind: `503`, `503 without Retry-After`, `no reply`. */
  outages: Readonly<Record<string, number>>
  seconds: number
  /** Compared races, laps, projected boards and their frames; null if no laps were sent. */
  timing: TimingCounts | null
  /** Empty if the product showed exactly what it must. */
  differences: Difference[]
}

export const defaultSpeed = 900
