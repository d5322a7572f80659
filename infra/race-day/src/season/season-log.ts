import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import type { Account } from '../fans/product-api.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import type { Programme } from '../race-control/set-up-weekend.ts'
import type { Points, RecordedRace, Recording } from '../recording/recording.ts'
import type { RecordedSeasonGroup, RecordedStay } from './recorded-season.ts'

/**
 * What was played of a season, in order. Moments are numbers that count up: one call is answered before the next moment
 * begins, so that it is certain what came first.
 */
export type SeasonLog = {
  season: { id: number; jokers: number; countBest: number | null; missedWeekend: 'zero' | 'lowest' | 'average' }
  /** Returns the next moment. */
  next(): number
  fans: SeasonFan[]
  rounds: PlayedRound[]
  groups: PlayedSeasonGroup[]
}

/** A fan of the season; `jokers` are the weekends where one is played now. */
export type SeasonFan = {
  name: string
  account: Account
  isNamed: boolean
  autoTip: boolean
  jokers: Set<number>
}

/** `lock` is the moment of it; `classification` that of the result in force, null without one. */
export type PlayedRace = {
  recorded: RecordedRace
  raceId: number
  points: Points
  hasTime: boolean
  lock: number | null
  classification: ClassifiedRow[] | null
}

/** An accepted tip; `stay` in a group. */
export type SeasonTip = {
  at: number
  userId: string
  stay: PlayedSeasonStay | null
  category: string
  carId: number
  isAutomatic: boolean
  /** Handed in for the group with the open tip. */
  isCopy: boolean
}

export type PlayedRound = {
  round: number
  weekendId: number
  multiplier: number
  startDate: string
  recording: Recording
  /** Null until its races are created. */
  programme: Programme | null
  races: PlayedRace[]
  /** Sessions of the open competition; none: all. */
  filter: string[]
  tips: SeasonTip[]
  completed: number | null
  control: RaceControlLog
}

/** One membership; `usesOpenTips` is whether the member uses their open tips there now. */
export type PlayedSeasonStay = {
  recorded: RecordedStay | null
  group: PlayedSeasonGroup
  fan: SeasonFan
  joined: number
  approved: number | null
  left: number | null
  usesOpenTips: boolean
}

export type PlayedSeasonGroup = {
  recorded: RecordedSeasonGroup
  id: number
  inviteCode: string
  founder: SeasonFan
  founded: number
  firstRound: PlayedRound
  stays: PlayedSeasonStay[]
}

/** Whether a car is out: fans do not tip such cars. */
export const isOut = ({ control }: PlayedRound, id: number): boolean =>
  control.out.some(({ carId: out, sure }) => out === id && sure[1] === Number.POSITIVE_INFINITY)

/** Returns a fan's present membership. */
export const presentStay = ({ stays }: PlayedSeasonGroup, fan: SeasonFan): PlayedSeasonStay | undefined =>
  stays.find((stay) => stay.fan === fan && stay.left === null)
