import type { TipAttempt } from '../account/expected-tips.ts'
import type { RecordedRules } from '../recording/recorded-group.ts'
import type { Fan } from './fan-player.ts'
import type { GroupPlan } from './group-plan.ts'

/** A change took effect between these moments, by the player's clock. */
export type Span = { sent: number; received: number }

/** One membership of a fan as it was played; a fan who rejoins gets another one. */
export type PlayedStay = {
  fan: Fan
  joined: Span
  approved: Span | null
  left: Span | null
  wasRejected: boolean
  /** Attempted tips during the membership. */
  attempts: TipAttempt[]
}

/** A group of this run with everything that happened in it, in order. */
export type PlayedGroup = {
  plan: GroupPlan
  id: number
  inviteCode: string
  founder: Fan
  versions: { rules: RecordedRules; since: Span }[]
  stays: PlayedStay[]
  /** Tips of fans who were no longer members. */
  strangers: TipAttempt[]
  deleted: Span | null
}

/** Returns a fan's current membership. */
export const stayOf = ({ stays, deleted }: PlayedGroup, fan: Fan): PlayedStay | undefined =>
  deleted ? undefined : stays.find((stay) => stay.fan === fan && !stay.left)
