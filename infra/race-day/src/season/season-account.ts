import { addUp, placeOf, pointsFor, type Score } from '@purple-sector/testing/oracle/scoring'
import type { SeasonCompetition, SeasonParticipant, SeasonRound } from '@purple-sector/testing/oracle/season'
import { displayName } from '../account/expected-board.ts'
import { canCount, countsIn } from '../recording/recording.ts'
import {
  type PlayedRace,
  type PlayedRound,
  type PlayedSeasonGroup,
  type PlayedSeasonStay,
  presentStay,
  type SeasonFan,
  type SeasonLog,
} from './season-log.ts'

// The season as it must be, from the calls that were accepted; the oracle does the arithmetic.

/** Whether a race counts in the open competition (`group` null) or in a group. */
export const countsFor = (round: PlayedRound, race: PlayedRace, group: PlayedSeasonGroup | null): boolean => {
  if (group === null) return countsIn(race.recorded, round.filter)
  if (!canCount(race.recorded.type)) return false
  const { sessions } = group.recorded
  if (sessions.length === 0) return true
  return group.firstRound.recording.sessions.some(
    ({ id, category, type }) =>
      sessions.includes(id) && category === race.recorded.category && type === race.recorded.type,
  )
}

/** Whether a result of the race is scored: not in a group that was founded after its lock. */
const isScoredFor = (round: PlayedRound, race: PlayedRace, group: PlayedSeasonGroup | null): boolean =>
  countsFor(round, race, group) && (group === null || race.lock === null || group.founded < race.lock)

/** Whether a membership can earn in a race: it existed at the lock, and was approved if the group requires that. */
const canEarn = ({ group, joined, approved, left }: PlayedSeasonStay, lock: number): boolean =>
  joined < lock &&
  (left === null || lock < left) &&
  (!group.recorded.preventPoints || (approved !== null && approved < lock))

/** The competition of a fan: the open one, or a group in one membership. */
type Own = { userId: string; stay: PlayedSeasonStay | null }

/** Returns the car that a fan last tipped in a category before a moment. */
export const carBefore = ({ tips }: PlayedRound, { userId, stay }: Own, category: string, moment = Infinity) =>
  tips.findLast((tip) => tip.userId === userId && tip.stay === stay && tip.category === category && tip.at < moment)

/** What a fan's tips earned in a round; null without a tip. */
const scoreOf = (round: PlayedRound, own: Own): Score | null => {
  if (!round.tips.some(({ userId, stay }) => userId === own.userId && stay === own.stay)) return null
  return addUp(
    round.races.flatMap((race) => {
      const { lock, classification, points, recorded } = race
      if (lock === null || classification === null || !isScoredFor(round, race, own.stay?.group ?? null)) return []
      if (own.stay && !canEarn(own.stay, lock)) return []
      const car = carBefore(round, own, recorded.category, lock)
      if (!car) return []
      const place = placeOf(classification, car.carId)
      return [{ place, points: pointsFor(place, points) }]
    }),
  )
}

/** Whether the round's leaderboard in a group has the row of a membership: a completed one keeps those who leave later. */
const isOnBoard = ({ completed }: PlayedRound, { left }: PlayedSeasonStay): boolean =>
  left === null || (completed !== null && left > completed)

/** Whether a round was over when a membership began: its last counting race had locked. */
const isBeforeJoining = (round: PlayedRound, { group, joined }: PlayedSeasonStay): boolean => {
  const locks = round.races.filter((race) => countsFor(round, race, group)).map(({ lock }) => lock ?? Infinity)
  return locks.length > 0 && Math.max(...locks) < joined
}

const seasonRound = (round: PlayedRound, group: PlayedSeasonGroup | null, owns: readonly Own[]): SeasonRound => ({
  weekendId: round.weekendId,
  round: round.round,
  multiplier: round.multiplier,
  startDate: round.startDate,
  isCompleted: round.completed !== null,
  hasResult: round.races.some((race) => race.classification !== null && isScoredFor(round, race, group)),
  scores: owns.flatMap((own) => scoreOf(round, own) ?? []),
})

const participantOf = (
  fan: SeasonFan,
  stay: PlayedSeasonStay | null,
  rounds: readonly PlayedRound[],
): SeasonParticipant => {
  const own = { userId: fan.account.user.id, stay }
  const bringsNothing = (round: PlayedRound) =>
    stay !== null && stay.group.recorded.lateJoiners === 'none' && isBeforeJoining(round, stay)
  return {
    userId: fan.account.user.id,
    sortName: displayName(fan.account.user).toLowerCase(),
    scores: new Map(
      rounds.flatMap((round) => {
        const score = scoreOf(round, own)
        return score ? [[round.weekendId, score] as const] : []
      }),
    ),
    before: new Set(rounds.filter(bringsNothing).map(({ weekendId }) => weekendId)),
    jokers: fan.jokers,
  }
}

/** The open competition of the season, as it must be. */
export const openCompetition = (log: SeasonLog): SeasonCompetition => {
  const { countBest, missedWeekend } = log.season
  const owns = log.fans.map(({ account }) => ({ userId: account.user.id, stay: null }))
  return {
    ...{ countBest, missedWeekend },
    rounds: log.rounds.map((round) => seasonRound(round, null, owns)),
    participants: log.fans
      .map((fan) => participantOf(fan, null, log.rounds))
      .filter(({ userId }) => log.rounds.some(({ tips }) => tips.some((tip) => tip.userId === userId && !tip.stay))),
  }
}

/** A group's season, as it must be: it begins with the round in which the group was founded. */
export const groupCompetition = (log: SeasonLog, group: PlayedSeasonGroup): SeasonCompetition => {
  const { countBest, missedWeekend } = group.recorded
  const rounds = log.rounds.slice(log.rounds.indexOf(group.firstRound))
  return {
    ...{ countBest, missedWeekend },
    rounds: rounds.map((round) => {
      const stays = group.stays.filter((stay) => isOnBoard(round, stay))
      return seasonRound(
        round,
        group,
        stays.map((stay) => ({ userId: stay.fan.account.user.id, stay })),
      )
    }),
    participants: group.stays.filter(({ left }) => left === null).map((stay) => participantOf(stay.fan, stay, rounds)),
  }
}

const NO_SCORE: Score = addUp([])

/**
 * The score of a fan's row on a round's leaderboard; null without one. In a group all members have a row; one that stayed
 * from an earlier membership is not the fan's own any more.
 */
export const weekendScore = (round: PlayedRound, fan: SeasonFan, group: PlayedSeasonGroup | null): Score | null => {
  const userId = fan.account.user.id
  if (group === null) return scoreOf(round, { userId, stay: null })
  const stay = presentStay(group, fan)
  const hasEarlierRow = group.stays.some((each) => each.fan === fan && each !== stay && isOnBoard(round, each))
  return stay && !hasEarlierRow ? (scoreOf(round, { userId, stay }) ?? NO_SCORE) : null
}
