import { browserState } from '../../ui/base/browser-state.ts'
import { clearFanStorage } from '../browser/fan-storage.ts'
import { clearOfflinePages } from '../browser/offline-pages.ts'
import { notifyAndMute, unmute } from './notify.ts'

/** Time to read the toast before the redirect, in ms. */
const REDIRECT_MS = 500

/** Address of the sign-in page, which leads back to `returnTo`. */
export const signInAddress = (returnTo: string): string => `/api/login?returnTo=${encodeURIComponent(returnTo)}`

const page = browserState(() => ({ isLeaving: false }))
// A page restored from the browser's back/forward cache has not been left after all.
const onPageShow = (): void => {
  page().isLeaving = false
  unmute()
}
// There is no window when the build or the gateway renders a page (`app/entry-server.tsx`).
if (typeof window !== 'undefined') window.addEventListener('pageshow', onPageShow)

/** Runs a request that ends the user's own session, without the redirect to sign-in unless it fails. */
export const endSession = async <Reply>(end: () => Promise<Reply>): Promise<Reply> => {
  page().isLeaving = true
  try {
    const reply = await end()
    clearFanStorage()
    await clearOfflinePages()
    return reply
  } catch (error) {
    page().isLeaving = false
    throw error
  }
}

/** Time in which a followed link leaves the page or fails, in ms. */
const SIGN_OUT_TIMEOUT_MS = 10_000

/** Suppresses the redirect to sign-in until the page unloads; called when the sign-out link is followed. */
export const markSigningOut = (): void => {
  clearFanStorage()
  void clearOfflinePages()
  page().isLeaving = true
  setTimeout(() => {
    page().isLeaving = false
  }, SIGN_OUT_TIMEOUT_MS)
}

/** Shows that the session has ended and goes to the sign-in page, which leads back here. Once. */
export const signInAgain = (
  navigate: (address: string) => void = (address) => window.location.assign(address),
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = window.location,
): void => {
  if (page().isLeaving) return
  page().isLeaving = true
  void clearOfflinePages()
  notifyAndMute({ title: 'Unauthorized', message: 'You are logged out. Logging in again...', kind: 'error' })
  setTimeout(() => navigate(signInAddress(pathname + search)), REDIRECT_MS)
}
