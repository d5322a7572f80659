import { toasts } from '../ui/toast-store.ts'

const TONES = { success: 'green', error: 'red', info: 'neutral' } as const

type Message = { title: string; message?: string; detail?: string | undefined; kind?: keyof typeof TONES }

let isLastWordSaid = false

/** Tells the fan something. One toast at a time: a newer one takes the place of the older. */
export const notify = ({ title, message, detail, kind = 'success' }: Message): void => {
  if (!isLastWordSaid) toasts.show({ title, text: message, detail, tone: TONES[kind] })
}

/** Says why the page is being left: nothing else takes its place any more, such as what failed because of it. */
export const notifyLast = (message: Message): void => {
  notify(message)
  isLastWordSaid = true
}

/** The page has not been left after all. */
export const notifyAgain = (): void => {
  isLastWordSaid = false
}
