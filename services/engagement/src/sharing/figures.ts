import { createHash } from 'node:crypto'
import type { AvatarAppearance } from '@purple-sector/contracts/racing-avatar/appearance'

export type SharedCar = { plate: string; driver: string; team: string }

export type RaceResultFigures = {
  type: 'race_result'
  race: { name: string; category: string }
  /** Podium, winner first; `isTip` marks the car the user tipped. */
  podium: (SharedCar & { isTip: boolean })[]
  /** The car the user tipped; null without a tip in the category. */
  tip: SharedCar | null
  points: number
}
export type TipPerformanceFigures = {
  type: 'tip_performance'
  points: number
  winners: number
  /** Tips that finished in the first three, including winners. */
  podiums: number
  /** Percent of the scored tips. */
  successRate: number
  /** Points of the latest scored tips, newest last. */
  recentForm: number[]
}
export type LeaderboardPositionFigures = {
  type: 'leaderboard_position'
  position: number
  isShared: boolean
  participants: number
  points: number
  change: number
}
export type DriverPollFigures = {
  type: 'driver_poll'
  totalVotes: number
  /** Leading drivers; equal votes share a `rank`, which is missing in templates saved before it was added. */
  leaders: { driver: string; category: string; percentage: number; isVote: boolean; rank?: number }[]
  /** The driver the user voted for, leader or not. */
  vote: string | null
}
export type GroupVictoryFigures = {
  type: 'group_victory'
  group: { id: number; name: string }
  isShared: boolean
  members: number
  points: number
}

export type SeasonPositionFigures = {
  type: 'season_position'
  season: string
  position: number
  isShared: boolean
  participants: number
  points: number
  change: number
  /** How many rounds count already or are completed, of how many. */
  playedRounds: number
  rounds: number
}

/** Content of a template: user, weekend and the figures of its type; `avatar` is null if the user has none. */
export type Figures = { fan: string; avatar: AvatarAppearance | null; weekend: string } & (
  | RaceResultFigures
  | TipPerformanceFigures
  | LeaderboardPositionFigures
  | DriverPollFigures
  | GroupVictoryFigures
  | SeasonPositionFigures
)
export type FiguresOf<Type extends Figures['type']> = Extract<Figures, { type: Type }>

/** Returns what the figures are of: the season, else the weekend. */
export const occasionOf = (figures: Figures): string =>
  figures.type === 'season_position' ? figures.season : figures.weekend

/** Hashes the figures; equal hashes mean that there is nothing new to share. */
export const stateOf = (figures: Figures): string =>
  createHash('sha256').update(JSON.stringify(figures)).digest('base64url')
