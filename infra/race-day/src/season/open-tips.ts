import { carBefore, countsFor } from './season-account.ts'
import { isOut, type PlayedRound, type PlayedSeasonStay, type SeasonLog, type SeasonTip } from './season-log.ts'

// What a group has of its members' open tips, by docs/rules.md (Tips), from the calls that were accepted.

/** Whether the fan has made the tip in this competition: it is neither a copy nor made for them. */
export const isOwnTip = ({ isCopy, isAutomatic }: SeasonTip): boolean => !isCopy && !isAutomatic

/** Whether a group takes an open tip: it has the round, a session of the category is open, and no tip of the fan's own is there. */
const isTaken = (log: SeasonLog, round: PlayedRound, stay: PlayedSeasonStay, open: SeasonTip): boolean => {
  const { group, left } = stay
  if (left !== null || !stay.usesOpenTips || log.rounds.indexOf(round) < log.rounds.indexOf(group.firstRound))
    return false
  const isOpen = round.races.some(
    (race) => race.recorded.category === open.category && race.lock === null && countsFor(round, race, group),
  )
  const present = carBefore(round, { userId: open.userId, stay }, open.category)
  if (!isOpen || (present && isOwnTip(present))) return false
  return present?.carId === open.carId || !isOut(round, open.carId)
}

const copyTo = (log: SeasonLog, round: PlayedRound, stay: PlayedSeasonStay, open: SeasonTip, at: number): number => {
  if (!isTaken(log, round, stay, open)) return 0
  round.tips.push({ ...open, at, stay, isCopy: true })
  return 1
}

/** Notes the copies of a tip that was just accepted, in the groups where its fan uses it; returns how many. */
export const copyOpenTip = (log: SeasonLog, round: PlayedRound, tip: SeasonTip): number => {
  if (tip.stay) return 0
  return log.groups
    .flatMap(({ stays }) => stays)
    .filter(({ fan }) => fan.account.user.id === tip.userId)
    .reduce((count, stay) => count + copyTo(log, round, stay, tip, tip.at), 0)
}

/**
 * Notes that a member has switched the use of their open tips on or off; on, the group has the present ones. Returns the
 * rounds with copies.
 */
export const switchOpenTips = (log: SeasonLog, stay: PlayedSeasonStay, isUsed: boolean): PlayedRound[] => {
  stay.usesOpenTips = isUsed
  const at = log.next()
  return log.rounds.filter((round) => {
    const copies = round.recording.categories.map(({ category }) => {
      const open = carBefore(round, { userId: stay.fan.account.user.id, stay: null }, category)
      return open ? copyTo(log, round, stay, open, at) : 0
    })
    return copies.some((count) => count > 0)
  })
}
