import type { User } from '@purple-sector/contracts/identity/http'
import { useEffect } from 'react'
import { applyTheme } from './apply-theme.ts'
import { choiceBeforeAccounts, removeLegacyTheme } from './paint-theme.ts'
import { useSaveTheme } from './save-theme.ts'

/**
 * Applies the user's theme. The choice made in this browser before themes belonged to accounts becomes the theme of an
 * account without one.
 */
export const useTheme = (user: User | null | undefined): void => {
  const { mutate: saveTheme } = useSaveTheme({ hidesSuccessToast: true, hidesErrorToast: true })
  const theme = user === undefined ? undefined : (user?.theme ?? null)
  const isSignedIn = user !== undefined && user !== null
  useEffect(() => {
    if (theme === undefined) return
    const old = theme === null ? choiceBeforeAccounts() : null
    applyTheme(theme ?? old)
    if (theme !== null) removeLegacyTheme()
    else if (old && isSignedIn) saveTheme({ mode: old.mode })
  }, [theme, isSignedIn, saveTheme])
}
