import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type ToastMessage = {
  title: ReactNode
  text?: ReactNode
  /** A quieter word below the line, five lines of it at most: why it is so, what it means. */
  detail?: ReactNode
  /** Green: saved. Red: failed. Otherwise grey. */
  tone?: 'green' | 'red' | 'neutral'
  icon?: TablerIcon
  /** 5000 ms, unless it must stay longer. */
  durationMs?: number
  /** It happened by itself, nobody here asked for it: it waits for answers to what the fan did. */
  isNews?: boolean
  /** What the news are about: newer ones of the same thing take the place of those that still wait. */
  about?: string
}

export type Toast = ToastMessage & {
  id: number
  /** What it still has of its time. */
  leftMs: number
  /** How many before it were told by it alone, since too many waited. */
  more: number
}

/** One is shown, since a moment in milliseconds; the others wait, in the order in which they will be shown. */
export type ToastQueue = { shown: { toast: Toast; since: number } | undefined; waiting: readonly Toast[] }

export const EMPTY: ToastQueue = { shown: undefined, waiting: [] }

export const TOAST_MS = 5000

/** Long enough to be read: so long an answer is shown though the next one waits, and what comes back is shown again. */
export const READ_MS = 3000

/** So many of one rank wait; what comes beyond is told together with the newest. */
export const MOST_WAITING = 4

export const newToast = (id: number, message: ToastMessage): Toast => ({
  ...message,
  id,
  leftMs: message.durationMs ?? TOAST_MS,
  more: 0,
})

/** Failures before what was done, both before news. */
const rank = ({ isNews, tone }: ToastMessage): number => (isNews ? 0 : tone === 'red' ? 2 : 1)

const saysTheSame = (one: ToastMessage, other: ToastMessage): boolean =>
  rank(one) === rank(other) && one.title === other.title && one.text === other.text && one.detail === other.detail

/** Nobody needs to hear it any more once they hear the other. */
const isSupersededBy = (older: ToastMessage, newer: ToastMessage): boolean =>
  saysTheSame(older, newer) || (rank(older) === rank(newer) && older.about !== undefined && older.about === newer.about)

/** Behind those of its rank, or before them where it was shown already. */
const lineUp = (waiting: readonly Toast[], toast: Toast, place: 'first' | 'last'): Toast[] => {
  const isBehind = (other: Toast) => (place === 'first' ? rank(other) <= rank(toast) : rank(other) < rank(toast))
  const at = waiting.findIndex(isBehind)
  return at < 0 ? [...waiting, toast] : waiting.toSpliced(at, 0, toast)
}

/** Where too many of a rank wait, the last of them speaks for the one before it. */
const keepFew = (waiting: readonly Toast[], ranked: number): Toast[] => {
  const alike = waiting.filter((toast) => rank(toast) === ranked)
  const last = alike.at(-1)
  const before = alike.at(-2)
  if (alike.length <= MOST_WAITING || !last || !before) return [...waiting]
  const both = { ...last, more: last.more + before.more + 1 }
  return waiting.filter((toast) => toast !== before).map((toast) => (toast === last ? both : toast))
}

/** What waits when a toast gives way before its time: the rest of its time, but long enough to be read. */
const interrupted = ({ toast, since }: { toast: Toast; since: number }, now: number): Toast => ({
  ...toast,
  leftMs: Math.max(READ_MS, toast.leftMs - (now - since)),
})

/** A toast comes: at once where nothing is shown, or something that matters less, which comes back; else it waits. */
export const arrive = (queue: ToastQueue, toast: Toast, now: number): ToastQueue => {
  const { shown } = queue
  if (!shown) return { ...queue, shown: { toast, since: now } }
  if (saysTheSame(shown.toast, toast)) return toast.isNews ? queue : { ...queue, shown: { toast, since: now } }
  const waiting = queue.waiting.filter((other) => !isSupersededBy(other, toast))
  if (rank(toast) > rank(shown.toast)) {
    const again = lineUp(waiting, interrupted(shown, now), 'first')
    return { shown: { toast, since: now }, waiting: keepFew(again, rank(shown.toast)) }
  }
  const more = queue.waiting.reduce((sum, other) => sum + (waiting.includes(other) ? 0 : other.more), 0)
  return { shown, waiting: keepFew(lineUp(waiting, { ...toast, more }, 'last'), rank(toast)) }
}

/**
 * The newest news about something that begins like this, shown or waiting, with another detail; shown, its time begins
 * again, for there is more to read. Undefined where there are none.
 */
export const amend = (queue: ToastQueue, about: string, detail: string, now: number): ToastQueue | undefined => {
  const isAbout = (toast: Toast): boolean => toast.isNews === true && toast.about?.startsWith(about) === true
  const at = queue.waiting.findLastIndex(isAbout)
  if (at >= 0) return { ...queue, waiting: queue.waiting.with(at, { ...queue.waiting[at]!, detail }) }
  const { shown } = queue
  return shown && isAbout(shown.toast)
    ? { ...queue, shown: { toast: { ...shown.toast, detail }, since: now } }
    : undefined
}

/** The one that is shown goes; the next one has its time from now. */
export const leave = ({ waiting: [next, ...others] }: ToastQueue, now: number): ToastQueue => ({
  shown: next && { toast: next, since: now },
  waiting: others,
})

/** Nobody holds it any more: it has its time once more. */
export const letGo = (queue: ToastQueue, now: number): ToastQueue =>
  queue.shown ? { ...queue, shown: { ...queue.shown, since: now } } : queue

/** When the shown one goes by itself: an answer sooner where another answer waits. News hurry nobody. */
export const endOf = ({ shown, waiting: [next] }: ToastQueue): number | undefined => {
  if (!shown) return undefined
  const { toast, since } = shown
  const givesWay = !toast.isNews && next !== undefined && !next.isNews
  return since + (givesWay ? Math.min(toast.leftMs, READ_MS) : toast.leftMs)
}
