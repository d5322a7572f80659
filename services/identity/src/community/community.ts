import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../accounts/account.ts'

/** What the lists of the community show of somebody: as who is trackside, and as a team. */
const shownOf = ({ username, firstName, avatarConfig, ...account }: Account): unknown[] => {
  const { userType, trackStatus, selectedWeekendId, teamName, carNumber, manufacturer } = account
  const person = [username, firstName, avatarConfig]
  return [
    trackStatus === 'at_track' && [...person, userType, selectedWeekendId],
    userType === 'team' && [...person, trackStatus, teamName, carNumber, manufacturer],
  ]
}

/** Whether the lists show something else after this edit. */
export const changesCommunity = (before: Account, after: Account): boolean =>
  !isDeepStrictEqual(shownOf(before), shownOf(after))
