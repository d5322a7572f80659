import type { ClassificationRow } from '@purple-sector/contracts/admin/http'
import type { ResultStatus } from '../results/result.ts'

/** A car of a result, as it was published. */
export type ReportedCar = {
  /** Null for a car that was not classified. */
  position: number | null
  status: ClassificationRow['status']
  plate: string
  driver: string
  team: string
  laps: number | null
  bestLapMs: number | null
  gapMs: number | null
}

/** A revision of a result, as it was published. */
export type ReportedRevision = { revision: number; status: ResultStatus; reason: string | null; publishedAt: string }

export type ReportedRace = {
  id: number
  name: string
  /** `practice`, `qualifying`, `shootout`, `race1`, … */
  sessionType: string
  startTime: string | null
  /** Oldest first; empty if no result was published. */
  revisions: ReportedRevision[]
  /** Of the last revision; empty if it was withdrawn. */
  cars: ReportedCar[]
  /** Sum of all users' points; null if the session was not scored. */
  points: number | null
}

export type ReportedCategory = {
  id: number
  name: string
  shortName: string
  races: ReportedRace[]
  /** Number of users who tipped the session in the open competition. */
  racers: number
  /** The leaders of the driver poll in this category; null without votes. */
  poll: { drivers: string[]; votes: number; total: number } | null
}

export type ReportedFan = {
  /** Null until the first race is scored. */
  position: number | null
  isShared: boolean
  name: string
  points: number
  tips: number
  picks: { first: number; second: number; third: number }
}

/** Everything that the report shows: public statistics, and users by their display names only. */
export type WeekendReport = {
  weekend: { name: string; venue: string; startDate: string; endDate: string; timeZone: string }
  madeAt: string
  categories: ReportedCategory[]
  participants: number
  tips: number
  /** The first ten of the leaderboard. */
  top: ReportedFan[]
  /** Votes of the whole poll; null if engagement was unavailable. */
  votes: number | null
}
