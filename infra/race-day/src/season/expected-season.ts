import {
  isPlayed,
  type SeasonCompetition,
  seasonStandings,
  weekendPosition,
} from '@purple-sector/testing/oracle/season'
import { canCount } from '../recording/recording.ts'
import { weekendScore } from './season-account.ts'
import type { PlayedRound, PlayedSeasonGroup, SeasonFan, SeasonLog } from './season-log.ts'

const FORM_ROUNDS = 5

/** Whether all see the jokers of a round: its first session that is no practice has locked. */
export const areJokersLocked = ({ races }: PlayedRound): boolean =>
  races.some(({ recorded, lock }) => canCount(recorded.type) && lock !== null)

/** The season leaderboard as a reader must see it. */
export const expectedEntries = (log: SeasonLog, competition: SeasonCompetition, reader: SeasonFan) =>
  seasonStandings(competition).map(({ participant, cells, figures, position, positionChange, tieBreak }) => {
    const { userId, jokers } = participant
    const isVisible = (round: PlayedRound) => userId === reader.account.user.id || areJokersLocked(round)
    const shownJokers = log.rounds
      .filter((round) => jokers.has(round.weekendId) && isVisible(round))
      .map(({ weekendId }) => ({ weekendId }))
    const completed = cells.filter(({ round }) => round.isCompleted)
    const best = completed.filter(isPlayed).find(({ points }) => points === figures[2])
    return {
      ...{ userId, position, totalPoints: figures[0] },
      weekendsPlayed: cells.filter(isPlayed).length,
      weekendsWon: figures[1],
      bestWeekend: best ? { weekendId: best.round.weekendId, points: figures[2] } : null,
      picks: { first: figures[3], second: figures[4], third: figures[5] },
      rounds: cells
        .toSorted((a, b) => a.round.round - b.round.round)
        .map(({ round, seasonPoints, state }) => ({ weekendId: round.weekendId, seasonPoints, state })),
      form: completed.flatMap(({ points }) => (points === null ? [] : [points])).slice(-FORM_ROUNDS),
      positionChange,
      jokers: shownJokers,
      joker: shownJokers[0] ?? null,
      tieBreak,
    }
  })

/**
 * What a fan can still win. Between rounds all counting races have results or are cancelled: until the season is over the
 * rounds to come have no race, so that nothing can be said.
 */
const expectedChances = (log: SeasonLog, totals: readonly number[], own: number | null) => {
  if (own === null) return { maxReachable: null, canWin: false, clinched: false }
  if (log.rounds.some(({ completed }) => completed === null))
    return { maxReachable: null, canWin: true, clinched: false }
  return {
    maxReachable: own,
    canWin: totals.every((total) => total <= own),
    clinched: totals.filter((total) => total >= own).length === 1,
  }
}

/** A fan's own season in the open competition or in a group, round by round, as they must read it between rounds. */
export const expectedOwnSeason = (
  log: SeasonLog,
  competition: SeasonCompetition,
  fan: SeasonFan,
  group: PlayedSeasonGroup | null,
) => {
  const standings = seasonStandings(competition)
  const row = standings.find(({ participant }) => participant.userId === fan.account.user.id)
  const totals = standings.map(({ figures }) => figures[0])
  return {
    seasonId: log.season.id,
    position: row?.position ?? null,
    shared: row?.tieBreak === 'shared',
    totalPoints: row?.figures[0] ?? 0,
    jokersLeft: Math.max(0, log.season.jokers - fan.jokers.size),
    ...expectedChances(log, totals, row?.figures[0] ?? null),
    weekends: log.rounds.map((played) => {
      const { weekendId, round: number, multiplier } = played
      const cell = row?.cells.find(({ round }) => round.weekendId === weekendId)
      const round = competition.rounds.find((each) => each.weekendId === weekendId)
      // Rounds before the first one of a group are not part of its season.
      const isBefore = round === undefined || cell?.state === 'before'
      const score = round?.hasResult && !isBefore ? weekendScore(played, fan, group) : null
      return {
        ...{ weekendId, round: number, multiplier },
        ...{ points: cell?.points ?? null, seasonPoints: cell?.seasonPoints ?? null },
        counted: cell?.state === 'counted' || cell?.state === 'missed',
        dropped: cell?.state === 'dropped',
        missed: cell?.isMissed ?? false,
        beforeJoining: isBefore,
        void: round?.isCompleted === true && !round.hasResult,
        joker: fan.jokers.has(weekendId),
        position: score && round ? weekendPosition(score, round.scores) : null,
      }
    }),
  }
}
