import type { Reacted, Reaction, ReactionCounts } from '@purple-sector/contracts/engagement/http'

/** Reactions to a subject: counts, and the user's own. */
export type Reactions = Pick<Reacted, 'counts' | 'yours'>
/** Reactions by the id of the subject; subjects without reactions are absent. */
export type ReactedById = Readonly<Record<number, Reactions>>

export const NO_REACTIONS: Reactions = {
  counts: { fire: 0, applause: 0, wow: 0, heartbreak: 0, laugh: 0 },
  yours: [],
}

export const byId = (list: readonly Reacted[]): ReactedById =>
  Object.fromEntries(list.map(({ subject, counts, yours }) => [subject.id, { counts, yours }]))

/** Returns the reactions after the user gives one, or takes it back. */
export const withReactionToggled = ({ counts, yours }: Reactions, reaction: Reaction): Reactions => {
  const isGiven = yours.includes(reaction)
  return {
    counts: { ...counts, [reaction]: Math.max(0, counts[reaction] + (isGiven ? -1 : 1)) },
    yours: isGiven ? yours.filter((each) => each !== reaction) : [...yours, reaction],
  }
}

/** Returns the reactions with new counts; frames do not carry the user's own. */
export const withCounts = (reactions: Reactions | undefined, counts: ReactionCounts): Reactions => ({
  counts,
  yours: reactions?.yours ?? [],
})
