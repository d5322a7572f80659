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
  isNotifiable?: boolean
  /** The thing that the news or the answer is about; newer ones of the same thing replace older ones. */
  about?: string
  /** When the user began what this answers, in the milliseconds of the queue; without it, when the toast comes. */
  actedAt?: number
}

export type Toast = ToastMessage & {
  id: number
  actedAt: number
  /** When it was first on screen; undefined while it has only waited. */
  shownAt: number | undefined
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
export const MAX_WAITING = 4

export const newToast = (id: number, message: ToastMessage, now: number): Toast => ({
  ...message,
  id,
  actedAt: message.actedAt ?? now,
  shownAt: undefined,
  leftMs: message.durationMs ?? TOAST_MS,
  more: 0,
})

/** Failures before what was done, both before news. */
const rank = ({ isNotifiable, tone }: ToastMessage): number => (isNotifiable ? 0 : tone === 'red' ? 2 : 1)

const saysTheSame = (one: ToastMessage, other: ToastMessage): boolean =>
  rank(one) === rank(other) && one.title === other.title && one.text === other.text && one.detail === other.detail

const isSameThing = (one: ToastMessage, other: ToastMessage): boolean =>
  one.about !== undefined && one.about === other.about

/** Whether the user had the older answer on screen when they began what the newer one answers. */
const actedOnSeeing = (older: Toast, newer: Toast): boolean =>
  older.shownAt !== undefined && newer.actedAt >= older.shownAt

/**
 * Whether the newer toast replaces the older one for good: the same words; newer news of the same thing; and the answer to
 * a newer action. A failure goes only for an answer about the same thing, and only once the user has acted on seeing it.
 */
const isReplacedBy = (older: Toast, newer: Toast): boolean => {
  if (saysTheSame(older, newer)) return true
  if (older.isNotifiable || newer.isNotifiable) return rank(older) === rank(newer) && isSameThing(older, newer)
  if (older.tone === 'red') return isSameThing(older, newer) && actedOnSeeing(older, newer)
  return newer.actedAt >= older.actedAt
}

/** Whether a success answers an older action on a thing about which a newer success is here already. */
const isOutdated = ({ shown, waiting }: ToastQueue, toast: Toast): boolean =>
  rank(toast) === 1 &&
  [...(shown ? [shown.toast] : []), ...waiting].some(
    (other) => rank(other) === 1 && isSameThing(other, toast) && other.actedAt > toast.actedAt,
  )

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
  if (alike.length <= MAX_WAITING || !last || !before) return [...waiting]
  const both = { ...last, more: last.more + before.more + 1 }
  return waiting.filter((toast) => toast !== before).map((toast) => (toast === last ? both : toast))
}

const onScreen = (toast: Toast, now: number): NonNullable<ToastQueue['shown']> => ({
  toast: { ...toast, shownAt: toast.shownAt ?? now },
  since: now,
})

/** What waits when a toast gives way before its time: the rest of its time, but long enough to be read. */
const interrupted = ({ toast, since }: { toast: Toast; since: number }, now: number): Toast => ({
  ...toast,
  leftMs: Math.max(READ_MS, toast.leftMs - (now - since)),
})

/**
 * Adds a toast. It is shown at once where nothing is shown, where it replaces what is shown, and where that matters less
 * or is a failure that the user has acted on since; the last two come back unless they were read. Otherwise it waits.
 */
export const arrive = (queue: ToastQueue, toast: Toast, now: number): ToastQueue => {
  const { shown } = queue
  if (!shown) return { ...queue, shown: onScreen(toast, now) }
  if (isOutdated(queue, toast)) return queue
  const waiting = queue.waiting.filter((other) => !isReplacedBy(other, toast))
  if (!toast.isNotifiable && !shown.toast.isNotifiable) {
    if (isReplacedBy(shown.toast, toast)) return { shown: onScreen(toast, now), waiting }
    if (actedOnSeeing(shown.toast, toast)) {
      const isRead = now - shown.since >= READ_MS
      const again = isRead ? waiting : lineUp(waiting, interrupted(shown, now), 'first')
      return { shown: onScreen(toast, now), waiting: keepFew(again, rank(shown.toast)) }
    }
  }
  if (saysTheSame(shown.toast, toast)) return queue
  if (rank(toast) > rank(shown.toast)) {
    const again = lineUp(waiting, interrupted(shown, now), 'first')
    return { shown: onScreen(toast, now), waiting: keepFew(again, rank(shown.toast)) }
  }
  const more = queue.waiting.reduce((sum, other) => sum + (waiting.includes(other) ? 0 : other.more), 0)
  return { shown, waiting: keepFew(lineUp(waiting, { ...toast, more }, 'last'), rank(toast)) }
}

/**
 * The newest news about something that begins like this, shown or waiting, with another detail; shown, its time begins
 * again, for there is more to read. Undefined where there are none.
 */
export const amend = (queue: ToastQueue, about: string, detail: string, now: number): ToastQueue | undefined => {
  const isAbout = (toast: Toast): boolean => toast.isNotifiable === true && toast.about?.startsWith(about) === true
  const at = queue.waiting.findLastIndex(isAbout)
  if (at >= 0) return { ...queue, waiting: queue.waiting.with(at, { ...queue.waiting[at]!, detail }) }
  const { shown } = queue
  return shown && isAbout(shown.toast)
    ? { ...queue, shown: { toast: { ...shown.toast, detail }, since: now } }
    : undefined
}

/** The one that is shown goes; the next one has its time from now. */
export const leave = ({ waiting: [next, ...others] }: ToastQueue, now: number): ToastQueue => ({
  shown: next && onScreen(next, now),
  waiting: others,
})

/** Nobody holds it any more: it has its time once more. */
export const letGo = (queue: ToastQueue, now: number): ToastQueue =>
  queue.shown ? { ...queue, shown: { ...queue.shown, since: now } } : queue

/** When the shown one goes by itself: an answer sooner where another answer waits; news do not shorten it. */
export const endOf = ({ shown, waiting: [next] }: ToastQueue): number | undefined => {
  if (!shown) return undefined
  const { toast, since } = shown
  const isDeferrable = !toast.isNotifiable && next !== undefined && !next.isNotifiable
  return since + (isDeferrable ? Math.min(toast.leftMs, READ_MS) : toast.leftMs)
}
