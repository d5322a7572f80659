import { clearFanStorage } from './fan-storage.ts'
import { notifyAgain, notifyLast } from './notify.ts'
import { clearOfflinePages } from './offline-pages.ts'

/** The toast that says why is read before the page is left. */
const REDIRECT_MS = 500

/** Where signing in happens, and where it leads back to. */
export const signInAddress = (returnTo: string): string => `/api/login?returnTo=${encodeURIComponent(returnTo)}`

let isLeaving = false
// A page that comes back from the browser's own cache has not left after all.
const comeBack = (): void => {
  isLeaving = false
  notifyAgain()
}
// There is none where the build draws a page (`app/entry-server.tsx`).
if (typeof window !== 'undefined') window.addEventListener('pageshow', comeBack)

/** The user ends their session themself: unless that fails, nobody leads them to sign in again. */
export const endingSession = async <Reply>(end: () => Promise<Reply>): Promise<Reply> => {
  isLeaving = true
  try {
    const reply = await end()
    clearFanStorage()
    await clearOfflinePages()
    return reply
  } catch (error) {
    isLeaving = false
    throw error
  }
}

/** A link that was followed has led away by then, or does not any more. */
const GIVEN_UP_MS = 10_000

/** The link out is followed: what this page hears of it before it is gone leads nobody to sign in again. */
export const signingOut = (): void => {
  clearFanStorage()
  void clearOfflinePages()
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
  }, GIVEN_UP_MS)
}

/** Tells that nobody is signed in any more and leads to the sign-in page, which leads back here. Once. */
export const signInAgain = (
  go: (address: string) => void = (address) => window.location.assign(address),
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = window.location,
): void => {
  if (isLeaving) return
  isLeaving = true
  void clearOfflinePages()
  notifyLast({ title: 'Unauthorized', message: 'You are logged out. Logging in again...', kind: 'error' })
  setTimeout(() => go(signInAddress(pathname + search)), REDIRECT_MS)
}
