import type { ProfileBody } from '@purple-sector/contracts/identity/http'
import type { Profile } from '../accounts/account.ts'

/** The profile after an edit. Emptied texts are unset; who goes away from the track has no weekend there any more. */
export const editedProfile = (profile: Profile, edit: ProfileBody): Profile => {
  const given = Object.fromEntries(
    Object.entries(edit).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value === '' ? null : value]],
    ),
  )
  const edited: Profile = { ...profile, ...given }
  return edited.trackStatus === 'away' ? { ...edited, selectedWeekendId: null } : edited
}
