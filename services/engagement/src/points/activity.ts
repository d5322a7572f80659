export type ActivityKind = 'tip' | 'message' | 'vote' | 'reaction' | 'share' | 'group' | 'achievement'

/** Points per activity (docs/rules.md, Engagement points); achievements have their own. */
export const POINTS = { tip: 5, message: 1, vote: 3, reaction: 1, share: 2, group: 5 } as const

/** Activities per day, in the weekend's time zone, that earn points; further ones count but earn none. */
export const MAX_PER_DAY = { message: 20, reaction: 20 } as const

/** An activity of a user, counted once per `cause`: `tip/12`, `vote/3`, `achievement/first-tip`. */
export type Activity = {
  userId: string
  /** The weekend whose board it counts on; null counts on no board. */
  weekendId: number | null
  kind: ActivityKind
  cause: string
  points: number
  /** Defaults to now. */
  at?: Date
}
