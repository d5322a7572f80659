import { toasts } from '../ui/toast-store.ts'

const TONES = { success: 'green', error: 'red', info: 'neutral' } as const

/** Tells the fan something. One toast at a time: a newer one takes the place of the older. */
export const notify = ({
  title,
  message,
  kind = 'success',
}: {
  title: string
  message?: string
  kind?: keyof typeof TONES
}): void => {
  toasts.show({ title, text: message, tone: TONES[kind] })
}
