import { useEffect } from 'react'
import { signInAgain } from '../../client/messages/sign-in-again.ts'
import { Mast } from '../../ui/layout/mast.tsx'

/** Shown instead of a page of the app without a session; links to the sign-in page, which leads back. */
export const SignedOutGuard = () => {
  useEffect(() => signInAgain(), [])
  return <Mast />
}
