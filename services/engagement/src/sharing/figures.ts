import { createHash } from 'node:crypto'
import type { AvatarAppearance } from '@purple-sector/contracts/racing-avatar/appearance'

export type SharedCar = { plate: string; driver: string; team: string }

export type RaceResultFigures = {
  type: 'race_result'
  race: { name: string; category: string }
  /** The first places, the winner first; `isTip` is the fan's own car. */
  podium: (SharedCar & { isTip: boolean })[]
  /** The car they had tipped; null without a tip in that category. */
  tip: SharedCar | null
  points: number
}
export type TipPerformanceFigures = {
  type: 'tip_performance'
  points: number
  winners: number
  /** Tips that ended among the first three, winners too. */
  podiums: number
  /** Percent of the tips that were scored. */
  successRate: number
  /** What the latest scored tips earned, newest last. */
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
  /** `rank` is shared by who has as many votes; what was generated before it was kept has none. */
  leaders: { driver: string; category: string; percentage: number; isVote: boolean; rank?: number }[]
  /** Whom the fan voted for, whether among the leaders or not. */
  vote: string | null
}
export type GroupVictoryFigures = {
  type: 'group_victory'
  group: { id: number; name: string }
  isShared: boolean
  members: number
  points: number
}

/** What one template shows: of whom, of which weekend, and the figures of its type. `avatar` is null for who built none. */
export type Figures = { fan: string; avatar: AvatarAppearance | null; weekend: string } & (
  | RaceResultFigures
  | TipPerformanceFigures
  | LeaderboardPositionFigures
  | DriverPollFigures
  | GroupVictoryFigures
)
export type FiguresOf<Type extends Figures['type']> = Extract<Figures, { type: Type }>

/** Tells one state of figures from every other: with the same there is nothing new to share. */
export const stateOf = (figures: Figures): string =>
  createHash('sha256').update(JSON.stringify(figures)).digest('base64url')
