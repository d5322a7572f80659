import type { User } from '@purple-sector/contracts/identity/http'
import { useEffect, useRef } from 'react'
import { notifyToast } from '../../client/messages/notify.ts'

/** Notifies the user when their address becomes verified while a page is open, as the mailed link opens another one. */
export const useVerifiedToast = (user: User | null): void => {
  const before = useRef<User>(null)
  useEffect(() => {
    const isNewlyVerified =
      before.current?.id === user?.id && before.current?.emailVerified === false && user?.emailVerified
    if (isNewlyVerified) notifyToast({ title: 'Your email address is verified', about: 'email address' })
    before.current = user
  }, [user])
}
