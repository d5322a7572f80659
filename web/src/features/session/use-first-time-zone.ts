import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceZone } from '../../client/browser/device-zone.ts'
import { saveChoice } from './save-choice.ts'
import { showSavedUser } from './show-saved-user.ts'
import { useUser } from './user-query.ts'

/**
 * Sets the user's time zone to that of their first browser, once the open page has loaded. A failure is not shown: until
 * then times are the track's, and the next visit tries again.
 */
export const useFirstTimeZone = (hasLoaded: boolean): void => {
  const client = useQueryClient()
  const user = useUser()
  const isMissing = user !== null && user.timeZone === null
  useEffect(() => {
    const timeZone = deviceZone()
    if (!hasLoaded || !isMissing || timeZone === undefined) return
    saveChoice({ timeZone })
      .then((saved) => showSavedUser(saved, client))
      .catch((error: unknown) => console.warn('The time zone of this device was not saved', error))
  }, [client, hasLoaded, isMissing])
}
