import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../accounts/account.ts'

/** The fields of a user that the community lists contain: as a user at the track, and as a team. */
const communityFields = ({ username, firstName, avatarConfig, ...account }: Account): unknown[] => {
  const { userType, trackStatus, selectedWeekendId, teamName, carNumber, manufacturer } = account
  const person = [username, firstName, avatarConfig]
  return [
    trackStatus === 'at_track' && [...person, userType, selectedWeekendId],
    userType === 'team' && [...person, trackStatus, teamName, carNumber, manufacturer],
  ]
}

/** Whether an edit changes the community lists. */
export const changesCommunity = (before: Account, after: Account): boolean =>
  !isDeepStrictEqual(communityFields(before), communityFields(after))
