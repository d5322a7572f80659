import { fitInLogs, type Observation } from './fit-in-logs.ts'

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
  tellingWaitMs: number
  telling: Growth
}

/** Work until the boards are committed, and after that until the last group is told; without the waits. */
export const scoringWork = (fans: number, hasGroups: boolean, { openBoard, groupsShare, telling }: Scoring) => ({
  scoringMs: grownTo(fans, openBoard) * (hasGroups ? 1 + groupsShare : 1),
  tellingMs: hasGroups ? grownTo(fans, telling) : 0,
})

/** From the event on, as the bench measures it: ms until the boards are committed, and until the last group is told. */
export const scoringTimes = (fans: number, hasGroups: boolean, scoring: Scoring) => {
  const { scoringMs, tellingMs } = scoringWork(fans, hasGroups, scoring)
  const board = scoring.waitMs + scoringMs
  return { board, told: hasGroups ? board + scoring.tellingWaitMs + tellingMs : board }
}

type Taken = { row: string; fans: number; hasGroups: boolean; board: number; told?: number }

/** Medians of rows of `make bench` in ms: S1-growth of 2026-11-26, `S1-open --rounds 5` of 2026-11-27. */
export const scoringsTaken: readonly Taken[] = [
  { row: 'S1-growth', fans: 1_000, hasGroups: true, board: 42, told: 69 },
  { row: 'S1-growth', fans: 10_000, hasGroups: true, board: 111, told: 204 },
  { row: 'S1-growth', fans: 100_000, hasGroups: true, board: 651, told: 1_601 },
  { row: 'S1-growth', fans: 1_000_000, hasGroups: true, board: 7_313, told: 18_547 },
  { row: 'S1-open', fans: 1_000, hasGroups: true, board: 45, told: 63 },
  { row: 'S1-open', fans: 10_000, hasGroups: true, board: 91, told: 165 },
  { row: 'S1-open', fans: 100_000, hasGroups: true, board: 588, told: 1_480 },
  { row: 'S1-open', fans: 1_000, hasGroups: false, board: 43 },
  { row: 'S1-open', fans: 10_000, hasGroups: false, board: 72 },
  { row: 'S1-open', fans: 100_000, hasGroups: false, board: 397 },
]

const scoringOf = (named: Record<Name, number>): Scoring => ({
  waitMs: named.wait,
  openBoard: { ms: named.board, power: named.boardPower },
  groupsShare: named.groups,
  tellingWaitMs: named.tellingWait,
  telling: { ms: named.telling, power: named.tellingPower },
})

type Name = keyof typeof START
/** Anything of the right size: the fit ends at the same place from others. */
const START = {
  wait: 50,
  board: 500,
  boardPower: 1,
  groups: 0.4,
  tellingWait: 10,
  telling: 1_000,
  tellingPower: 1,
}

const observations = (taken: readonly Taken[]): Observation<Name>[] =>
  taken.flatMap(({ fans, hasGroups, ...times }) =>
    (['board', 'told'] as const).flatMap((part) => {
      const measured = times[part]
      const model = (named: Record<Name, number>) => scoringTimes(fans, hasGroups, scoringOf(named))[part]
      return measured === undefined ? [] : [{ measured, model }]
    }),
  )

/** The parameters that come nearest to what was measured, by least squares of logarithms. */
export const fitScoring = (taken: readonly Taken[] = scoringsTaken): { scoring: Scoring; error: number } => {
  const { parameters, error } = fitInLogs(observations(taken), START)
  return { scoring: scoringOf(parameters), error }
}
