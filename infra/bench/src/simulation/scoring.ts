/** Milliseconds of so many fans: what 100,000 take, and the power of the number of fans with which that grows. */
export type Growth = { ms: number; power: number }

export const grownTo = (fans: number, { ms, power }: Growth): number => ms * (fans / 100_000) ** power

/** What a scoring and the telling of its groups take, 20 fans in one group for every 50; a core of Postgres works but for the waits. */
export type Scoring = {
  /** From the event to the board of a handful of fans: consumer, wake-up, worker, commit. */
  waitMs: number
  openBoard: Growth
  /** What totals in groups add to that before the commit, as a share of it. */
  groupsShare: number
  /** From the commit to the board of a handful of groups. */
  notifyWaitMs: number
  notifying: Growth
}

/** Work until the boards are committed, and after that until the last group is told; without the waits. */
export const scoringWork = (fans: number, hasGroups: boolean, { openBoard, groupsShare, notifying }: Scoring) => ({
  scoringMs: grownTo(fans, openBoard) * (hasGroups ? 1 + groupsShare : 1),
  notifyMs: hasGroups ? grownTo(fans, notifying) : 0,
})

/** From the event on, as the bench measures it: ms until the boards are committed, and until the last group is told. */
export const scoringTimes = (fans: number, hasGroups: boolean, scoring: Scoring) => {
  const { scoringMs, notifyMs } = scoringWork(fans, hasGroups, scoring)
  const board = scoring.waitMs + scoringMs
  return { board, published: hasGroups ? board + scoring.notifyWaitMs + notifyMs : board }
}
