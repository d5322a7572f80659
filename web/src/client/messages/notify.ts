import { browserState } from '../../ui/base/browser-state.ts'
import { now, toasts } from '../../ui/toasts/toast-store.ts'

const TONES = { success: 'green', error: 'red', info: 'neutral' } as const

type Message = { title: string; message?: string; detail?: string | undefined; kind?: keyof typeof TONES }

/** The subject of a toast, and the start of the action whose outcome it is: see `ToastMessage`. */
type Action = { about?: string; actedAt?: number }

/** Returns a line, or undefined if the line above ends with it, as "Failed to send. Please try again." does. */
const unlessRepeated = (above: string, line: string | undefined): string | undefined =>
  line !== undefined && above.endsWith(line) ? undefined : line

const page = browserState(() => ({ isMuted: false }))

const showToast = (
  { title, message, detail, kind = 'success' }: Message,
  more: Action & { isNotification?: boolean } = {},
): void => {
  if (page().isMuted) return
  const text = unlessRepeated(title, message)
  toasts.show({ title, text, detail: unlessRepeated(text ?? title, detail), tone: TONES[kind], ...more })
}

/** Returns the current time of the toasts' clock in ms, to record the start of an action (`actedAt`). */
export const actionTime = now

/** Shows the outcome of a user's action, before notifications. */
export const notify = (message: Message, action?: Action): void => showToast(message, action)

/** Shows an event that the user did not cause; of the waiting ones with the same `about` only the newest. */
export const notifyToast = ({ about, ...message }: Message & { about: string }): void =>
  showToast(message, { isNotification: true, about })

/** Adds a detail to the newest notification whose `about` starts with this prefix; returns false if there is none. */
export const amendToast = (about: string, detail: string): boolean => toasts.amend(about, detail)

/** Shows why the page is being left and suppresses all later toasts, such as failures caused by that. */
export const notifyAndMute = (message: Message): void => {
  toasts.clear()
  notify(message)
  page().isMuted = true
}

/** Unmutes toasts: the page has not been left after all. */
export const unmute = (): void => {
  if (page().isMuted) toasts.clear()
  page().isMuted = false
}
