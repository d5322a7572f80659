import {
  type Account,
  areJokersLocked,
  byStart,
  cellsOf,
  compareFigures,
  hasResult,
  positionAmong,
  scoreIn,
  scoresOf,
  standingsOf,
} from './account.ts'

/* What fans should read of a season by the account of it. It shares no code with the product. */

const TIE_BREAKS = ['', 'weekends-won', 'best-weekend', 'first', 'second', 'third']

/** What separates a row from the one above with the same points, else from the one below. */
const tieBreakOf = (index: number, all: readonly number[][]): string | null => {
  const own = all[index] ?? []
  if (all.filter((other) => compareFigures(own, other) === 0).length > 1) return 'shared'
  const neighbour = [all[index - 1], all[index + 1]].find((other) => other?.[0] === own[0])
  return neighbour ? (TIE_BREAKS[own.findIndex((figure, column) => figure !== neighbour[column])] ?? null) : null
}

/** Positions before the latest round that counts, by the completed rounds before it, of those who tipped there. */
const previousPositions = (account: Account): Map<string, number> => {
  const ordered = byStart(account.rounds)
  const latest = ordered.findLastIndex(hasResult)
  const before = ordered.slice(0, Math.max(latest, 0)).filter(({ isCompleted }) => isCompleted)
  const rows = standingsOf(account, before).filter(({ tipped }) => tipped.length > 0)
  const all = rows.map(({ figures }) => figures)
  return new Map(rows.map(({ userId, figures }) => [userId, positionAmong(figures, all)]))
}

/** The season leaderboard as a user sees it. */
export const leaderboardFor = (account: Account, reader: string) => {
  const rows = standingsOf(account)
  const all = rows.map(({ figures }) => figures)
  const hasPositions = account.rounds.some(hasResult)
  const previous = previousPositions(account)
  return rows.map(({ userId, cells, tipped, best, figures }, index) => {
    const position = hasPositions ? positionAmong(figures, all) : null
    const visible = account.rounds.filter(
      (round) => account.played.get(userId)?.includes(round.weekendId) && (userId === reader || areJokersLocked(round)),
    )
    const jokers = visible.map(({ weekendId }) => ({ weekendId }))
    const [totalPoints, weekendsWon, , first, second, third] = figures
    return {
      userId,
      username: account.deleted.has(userId) ? null : account.names.get(userId),
      position,
      ...{ totalPoints, weekendsWon, picks: { first, second, third } },
      weekendsPlayed: tipped.length,
      bestWeekend: best ? { weekendId: best.round.weekendId, points: best.points } : null,
      rounds: [...cells]
        .sort((a, b) => a.round.round - b.round.round)
        .map(({ round, state, value }) => ({ weekendId: round.weekendId, seasonPoints: value, state })),
      form: cells.flatMap(({ round, points }) => (round.isCompleted && points !== null ? [points] : [])).slice(-5),
      positionChange: position === null ? 0 : (previous.get(userId) ?? position) - position,
      jokers,
      joker: jokers[0] ?? null,
      tieBreak: hasPositions ? tieBreakOf(index, all) : null,
    }
  })
}

/** A user's own season without chances and version. */
export const ownSeasonOf = (account: Account, userId: string) => {
  const row = leaderboardFor(account, userId).find((each) => each.userId === userId)
  const cells = row ? cellsOf(account, account.rounds, userId) : []
  const played = account.played.get(userId) ?? []
  return {
    position: row?.position ?? null,
    shared: row?.tieBreak === 'shared',
    totalPoints: row?.totalPoints ?? 0,
    jokersLeft: Math.max(0, account.jokers - played.length),
    weekends: account.rounds.map((round) => {
      const cell = cells.find((each) => each.round === round)
      const score = hasResult(round) ? scoreIn(round, userId) : null
      return {
        ...{ weekendId: round.weekendId, round: round.round, multiplier: round.multiplier },
        ...{ points: cell?.points ?? null, seasonPoints: cell?.value ?? null },
        counted: cell?.state === 'counted' || cell?.state === 'missed',
        dropped: cell?.state === 'dropped',
        missed: cell?.isMissed ?? false,
        beforeJoining: cell?.state === 'before',
        void: round.isCompleted && !hasResult(round),
        joker: played.includes(round.weekendId),
        position: score && positionAmong(score, scoresOf(round)),
      }
    }),
  }
}
