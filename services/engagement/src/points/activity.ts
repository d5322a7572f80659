export type ActivityKind = 'tip' | 'message' | 'vote' | 'reaction' | 'share' | 'group' | 'achievement'

/** What each brings (docs/rules.md, Engagement points); an achievement names its own. */
export const POINTS = { tip: 5, message: 1, vote: 3, reaction: 1, share: 2, group: 5 } as const

/** Of these so many a day of the weekend's zone bring points; more are counted as done, and bring none. */
export const MAX_A_DAY = { message: 20, reaction: 20 } as const

/** Something a fan did. `cause` says what, so that it counts once: `tip/12`, `vote/3`, `achievement/first-tip`. */
export type Activity = {
  userId: string
  /** Whose board it counts on; without one it is remembered, and on no board. */
  weekendId: number | null
  kind: ActivityKind
  cause: string
  points: number
  /** Now, where it is not said. */
  at?: Date
}
