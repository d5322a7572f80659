import type { TipAttempt } from '../account/expected-tips.ts'
import type { RecordedRules } from '../recording/recorded-group.ts'
import type { Fan } from './fan-player.ts'
import type { GroupPlan } from './group-plan.ts'

/** Between these moments, by the player's clock, something came into force. */
export type Span = { sent: number; received: number }

/** One membership of a fan as it came about; joining again is another one. */
export type PlayedStay = {
  fan: Fan
  joined: Span
  approved: Span | null
  left: Span | null
  wasRejected: boolean
  /** What they tried to tip while it lasted. */
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
  /** Tips of people who were no members any more. */
  strangers: TipAttempt[]
  deleted: Span | null
}

/** The membership that a fan has now. */
export const stayOf = ({ stays, deleted }: PlayedGroup, fan: Fan): PlayedStay | undefined =>
  deleted ? undefined : stays.find((stay) => stay.fan === fan && !stay.left)
