import type { ClassificationRow } from '@purple-sector/contracts/admin/http'
import type { ResultStatus } from '../results/result.ts'

/** Who races a car, as the result was published. */
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
  /** Oldest first; none where no result was published. */
  revisions: ReportedRevision[]
  /** Of the last revision; empty where it was withdrawn. */
  cars: ReportedCar[]
  /** What all fans together earned in it; null where it was not scored. */
  points: number | null
}

export type ReportedCategory = {
  id: number
  name: string
  shortName: string
  races: ReportedRace[]
  /** How many fans tipped it in the open competition. */
  racers: number
  /** Who leads the driver poll here; null where nobody has a vote. */
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

/** Everything the report of a weekend shows: what anybody may see, and of fans the names they are called by alone. */
export type WeekendReport = {
  weekend: { name: string; venue: string; startDate: string; endDate: string; timeZone: string }
  madeAt: string
  categories: ReportedCategory[]
  participants: number
  tips: number
  /** The first ten of the board. */
  top: ReportedFan[]
  /** Votes of the whole poll; null where engagement could not be asked. */
  votes: number | null
}
