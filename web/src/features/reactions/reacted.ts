import type { Reacted, Reaction, ReactionCounts } from '@purple-sector/contracts/engagement/http'

/** What is known of a subject: how often it was reacted to, and how the reader did. */
export type Reactions = Pick<Reacted, 'counts' | 'yours'>
/** By the id of the subject; what nobody reacted to is not there. */
export type ReactedById = Readonly<Record<number, Reactions>>

export const NO_REACTIONS: Reactions = {
  counts: { fire: 0, applause: 0, wow: 0, heartbreak: 0, laugh: 0 },
  yours: [],
}

export const byId = (list: readonly Reacted[]): ReactedById =>
  Object.fromEntries(list.map(({ subject, counts, yours }) => [subject.id, { counts, yours }]))

/** As it looks once the reader has given a reaction, or taken it back. */
export const toggled = ({ counts, yours }: Reactions, reaction: Reaction): Reactions => {
  const isGiven = yours.includes(reaction)
  return {
    counts: { ...counts, [reaction]: Math.max(0, counts[reaction] + (isGiven ? -1 : 1)) },
    yours: isGiven ? yours.filter((each) => each !== reaction) : [...yours, reaction],
  }
}

/** How the reader reacted is told by no frame: it stays. */
export const counted = (known: Reactions | undefined, counts: ReactionCounts): Reactions => ({
  counts,
  yours: known?.yours ?? [],
})
