import { useEffect } from 'react'
import { signInAgain } from '../lib/sign-in-again.ts'
import { Mast } from '../ui/mast.tsx'

/** A page of the app without a session: says so and leads to the sign-in page, which leads back here. */
export const SignedOutGuard = () => {
  useEffect(() => signInAgain(), [])
  return <Mast />
}
