/** Milliseconds by number of fans: the time for 100,000, and the exponent of the growth. */
export type Growth = { ms: number; power: number }

export const grownTo = (fans: number, { ms, power }: Growth): number => ms * (fans / 100_000) ** power

/**
 * Time of a scoring and of its groups' boards, 20 fans in one group per 50.
 * Except for the waits, a core of Postgres works.
 */
export type Scoring = {
  /** From the event to the board of a few fans: consumer, wake-up, worker, commit. */
  waitMs: number
  openBoard: Growth
  /** Additional time before the commit for totals in groups, as a share. */
  groupsShare: number
  /** From the commit to the board of a few groups. */
  notifyWaitMs: number
  notifying: Growth
}

/** Work until the boards are committed, and after that until the last group's board; without the waits. */
export const scoringWork = (fans: number, hasGroups: boolean, { openBoard, groupsShare, notifying }: Scoring) => ({
  scoringMs: grownTo(fans, openBoard) * (hasGroups ? 1 + groupsShare : 1),
  notifyMs: hasGroups ? grownTo(fans, notifying) : 0,
})

/**
 * Milliseconds from the event, as measured by the bench: until the boards are committed, and until the last group's
 * board.
 */
export const scoringTimes = (fans: number, hasGroups: boolean, scoring: Scoring) => {
  const { scoringMs, notifyMs } = scoringWork(fans, hasGroups, scoring)
  const board = scoring.waitMs + scoringMs
  return { board, published: hasGroups ? board + scoring.notifyWaitMs + notifyMs : board }
}
