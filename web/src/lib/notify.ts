import { toasts } from '../ui/toast-store.ts'

const TONES = { success: 'green', error: 'red', info: 'neutral' } as const

type Message = { title: string; message?: string; detail?: string | undefined; kind?: keyof typeof TONES }

let isLastWordSaid = false

const tell = (
  { title, message, detail, kind = 'success' }: Message,
  news: { isNews?: boolean; about?: string } = {},
): void => {
  if (!isLastWordSaid) toasts.show({ title, text: message, detail, tone: TONES[kind], ...news })
}

/** Answers what the fan did: it was done, or it failed. Shown before all news. */
export const notify = (message: Message): void => tell(message)

/** Tells what happened by itself; `about` names the thing, so that of news that wait only the newest are told. */
export const notifyNews = ({ about, ...message }: Message & { about: string }): void =>
  tell(message, { isNews: true, about })

/**
 * Adds to news that are still here, and whose `about` begins like this, what they mean to the fan; false where there are
 * none.
 */
export const amendNews = (about: string, detail: string): boolean => toasts.amend(about, detail)

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
