import type { CustomTheme, ProfileBody, Theme, ThemeBody } from '@purple-sector/contracts/identity/http'
import type { Profile } from '../accounts/account.ts'

/** Applies an edit. Emptied texts become null; a user who leaves the track has no selected weekend. */
export const editedProfile = (profile: Profile, edit: ProfileBody): Profile => {
  const editedFields = Object.fromEntries(
    Object.entries(edit).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value === '' ? null : value]],
    ),
  )
  const edited: Profile = { ...profile, ...editedFields }
  return edited.trackStatus === 'away' ? { ...edited, selectedWeekendId: null } : edited
}

/** The default colours of a custom theme. */
const FIRST_COLOURS: CustomTheme = {
  blueHue: 220,
  blueSaturation: 70,
  blueLightness: 50,
  orangeHue: 39,
  orangeSaturation: 96,
  orangeLightness: 51,
}

/** Applies a choice of theme; colours that were not sent are retained for later. */
export const chosenTheme = (theme: Theme | null, { mode, custom }: ThemeBody): Theme => ({
  mode,
  custom: custom ?? theme?.custom ?? (mode === 'custom' ? FIRST_COLOURS : null),
})
