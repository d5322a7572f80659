import { now, toasts } from '../ui/toast-store.ts'

const TONES = { success: 'green', error: 'red', info: 'neutral' } as const

type Message = { title: string; message?: string; detail?: string | undefined; kind?: keyof typeof TONES }

/** What an answer is about, and when the user began it: see `ToastMessage`. */
type Action = { about?: string; actedAt?: number }

/** A line, unless the one above ends with it: "Failed to send. Please try again." says what follows. */
const unlessSaid = (above: string, line: string | undefined): string | undefined =>
  line !== undefined && above.endsWith(line) ? undefined : line

let isLastWordSaid = false

const tell = (
  { title, message, detail, kind = 'success' }: Message,
  more: Action & { isNotifiable?: boolean } = {},
): void => {
  if (isLastWordSaid) return
  const text = unlessSaid(title, message)
  toasts.show({ title, text, detail: unlessSaid(text ?? title, detail), tone: TONES[kind], ...more })
}

/** The time to keep when an action begins, for the `actedAt` of its answer. */
export const actionTime = now

/** Answers what the user did: it was done, or it failed. Shown before all news. */
export const notify = (message: Message, action?: Action): void => tell(message, action)

/** Tells what happened by itself; `about` names the thing, so that of news that wait only the newest are told. */
export const notifyToast = ({ about, ...message }: Message & { about: string }): void =>
  tell(message, { isNotifiable: true, about })

/**
 * Adds to news that are still here, and whose `about` begins like this, what they mean to the fan; false where there are
 * none.
 */
export const amendToast = (about: string, detail: string): boolean => toasts.amend(about, detail)

/** Says why the page is being left: nothing else takes its place any more, such as what failed because of it. */
export const notifyLast = (message: Message): void => {
  toasts.clear()
  notify(message)
  isLastWordSaid = true
}

/** The page has not been left after all. */
export const notifyAgain = (): void => {
  if (isLastWordSaid) toasts.clear()
  isLastWordSaid = false
}
