import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type ToastMessage = {
  title: ReactNode
  text?: ReactNode
  /** A secondary text below the line, five lines of it at most: the reason, the meaning. */
  detail?: ReactNode
  /** Green: saved. Red: failed. Otherwise grey. */
  tone?: 'green' | 'red' | 'neutral'
  icon?: TablerIcon
  /** 5000 ms, unless it must stay longer. */
  durationMs?: number
  /** A notification: it happened by itself and waits for answers to the fan's actions. */
  isNotifiable?: boolean
  /** The subject; a newer toast about the same subject replaces older ones. */
  about?: string
  /**
   * When the user started the action that this answers, in ms of the queue's clock; by default when the toast comes.
   */
  actedAt?: number
}

export type Toast = ToastMessage & {
  id: number
  actedAt: number
  /** When it was first on screen; undefined while it has only waited. */
  shownAt: number | undefined
  /** The rest of its time, in ms. */
  remainingMs: number
  /** How many omitted toasts it stands for, since too many waited. */
  more: number
}

/** The toast on screen and since when, in ms; the others wait, in the order in which they will be shown. */
export type ToastQueue = { shown: { toast: Toast; since: number } | undefined; waiting: readonly Toast[] }

export const EMPTY: ToastQueue = { shown: undefined, waiting: [] }

export const TOAST_MS = 5000

/** Time to read a toast, in ms: the least time of an answer before the next one, and of a toast that is shown again. */
export const READ_MS = 3000

/** How many of one rank wait; further ones are counted by the newest. */
export const MAX_WAITING = 4

export const newToast = (id: number, message: ToastMessage, now: number): Toast => ({
  ...message,
  id,
  actedAt: message.actedAt ?? now,
  shownAt: undefined,
  remainingMs: message.durationMs ?? TOAST_MS,
  more: 0,
})

/** Failures come before successes, both before notifications. */
const rank = ({ isNotifiable, tone }: ToastMessage): number => (isNotifiable ? 0 : tone === 'red' ? 2 : 1)

const hasSameText = (a: ToastMessage, b: ToastMessage): boolean =>
  rank(a) === rank(b) && a.title === b.title && a.text === b.text && a.detail === b.detail

const isSameSubject = (a: ToastMessage, b: ToastMessage): boolean => a.about !== undefined && a.about === b.about

/** Whether the user had the older toast on screen when they started the action of the newer one. */
const actedOnSeeing = (older: Toast, newer: Toast): boolean =>
  older.shownAt !== undefined && newer.actedAt >= older.shownAt

/**
 * Whether the newer toast replaces the older one for good: the same text; a newer notification about the same thing; or
 * the answer to a newer action.
 *
 * A failure is replaced only by an answer about the same thing, and only once the user has acted on seeing it.
 */
const isReplacedBy = (older: Toast, newer: Toast): boolean => {
  if (hasSameText(older, newer)) return true
  if (older.isNotifiable || newer.isNotifiable) return rank(older) === rank(newer) && isSameSubject(older, newer)
  if (older.tone === 'red') return isSameSubject(older, newer) && actedOnSeeing(older, newer)
  return newer.actedAt >= older.actedAt
}

/** Whether a success answers an older action on a thing about which a newer success is here already. */
const isOutdated = ({ shown, waiting }: ToastQueue, toast: Toast): boolean =>
  rank(toast) === 1 &&
  [...(shown ? [shown.toast] : []), ...waiting].some(
    (other) => rank(other) === 1 && isSameSubject(other, toast) && other.actedAt > toast.actedAt,
  )

/** Inserts a toast behind those of its rank, or before them where it was shown already. */
const enqueue = (waiting: readonly Toast[], toast: Toast, place: 'first' | 'last'): Toast[] => {
  const isBehind = (other: Toast) => (place === 'first' ? rank(other) <= rank(toast) : rank(other) < rank(toast))
  const at = waiting.findIndex(isBehind)
  return at < 0 ? [...waiting, toast] : waiting.toSpliced(at, 0, toast)
}

/** Where too many of a rank wait, merges the last two: the last counts the one before it. */
const mergeExcess = (waiting: readonly Toast[], ranked: number): Toast[] => {
  const alike = waiting.filter((toast) => rank(toast) === ranked)
  const last = alike.at(-1)
  const before = alike.at(-2)
  if (alike.length <= MAX_WAITING || !last || !before) return [...waiting]
  const merged = { ...last, more: last.more + before.more + 1 }
  return waiting.filter((toast) => toast !== before).map((toast) => (toast === last ? merged : toast))
}

const onScreen = (toast: Toast, now: number): NonNullable<ToastQueue['shown']> => ({
  toast: { ...toast, shownAt: toast.shownAt ?? now },
  since: now,
})

/** A toast that is interrupted: it keeps the rest of its time, but at least the time to read it. */
const interrupted = ({ toast, since }: { toast: Toast; since: number }, now: number): Toast => ({
  ...toast,
  remainingMs: Math.max(READ_MS, toast.remainingMs - (now - since)),
})

/**
 * Adds a toast.
 *
 * It is shown at once where nothing is shown, where it replaces what is shown, and where that is less important or a
 * failure that the user has acted on since; the last two are shown again unless they were read. Otherwise it waits.
 */
export const addToast = (queue: ToastQueue, toast: Toast, now: number): ToastQueue => {
  const { shown } = queue
  if (!shown) return { ...queue, shown: onScreen(toast, now) }
  if (isOutdated(queue, toast)) return queue
  const waiting = queue.waiting.filter((other) => !isReplacedBy(other, toast))
  if (!toast.isNotifiable && !shown.toast.isNotifiable) {
    if (isReplacedBy(shown.toast, toast)) return { shown: onScreen(toast, now), waiting }
    if (actedOnSeeing(shown.toast, toast)) {
      const isRead = now - shown.since >= READ_MS
      const requeued = isRead ? waiting : enqueue(waiting, interrupted(shown, now), 'first')
      return { shown: onScreen(toast, now), waiting: mergeExcess(requeued, rank(shown.toast)) }
    }
  }
  if (hasSameText(shown.toast, toast)) return queue
  if (rank(toast) > rank(shown.toast)) {
    const requeued = enqueue(waiting, interrupted(shown, now), 'first')
    return { shown: onScreen(toast, now), waiting: mergeExcess(requeued, rank(shown.toast)) }
  }
  const more = queue.waiting.reduce((sum, other) => sum + (waiting.includes(other) ? 0 : other.more), 0)
  return { shown, waiting: mergeExcess(enqueue(waiting, { ...toast, more }, 'last'), rank(toast)) }
}

/**
 * Adds a detail to the newest notification whose `about` starts like this, shown or waiting.
 *
 * A shown one gets its full time again, since there is more to read. Undefined where there is none.
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

/** Removes the shown toast; the next one has its full time from now. */
export const removeShown = ({ waiting: [next, ...others] }: ToastQueue, now: number): ToastQueue => ({
  shown: next && onScreen(next, now),
  waiting: others,
})

/** The pointer or focus left the shown toast: it has its full time again. */
export const restartTime = (queue: ToastQueue, now: number): ToastQueue =>
  queue.shown ? { ...queue, shown: { ...queue.shown, since: now } } : queue

/**
 * When the shown toast ends by itself, in ms: an answer earlier where another answer waits; notifications do not
 * shorten it.
 */
export const endOf = ({ shown, waiting: [next] }: ToastQueue): number | undefined => {
  if (!shown) return undefined
  const { toast, since } = shown
  const isDeferrable = !toast.isNotifiable && next !== undefined && !next.isNotifiable
  return since + (isDeferrable ? Math.min(toast.remainingMs, READ_MS) : toast.remainingMs)
}
