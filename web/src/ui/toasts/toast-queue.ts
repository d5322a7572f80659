import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type ToastMessage = {
  title: ReactNode
  text?: ReactNode
  /** A secondary text below `text`, at most five lines: the reason, or what it means for the user. */
  detail?: ReactNode
  /** Green: saved; red: failed; otherwise grey. */
  tone?: 'green' | 'red' | 'neutral'
  icon?: TablerIcon
  /** Defaults to `TOAST_MS`. */
  durationMs?: number
  /** Whether it is a notification, which waits for the outcomes of the user's actions. */
  isNotification?: boolean
  /** The subject; a newer toast about the same subject replaces older ones. */
  about?: string
  /**
   * When the user started the action whose outcome this is, in ms of the queue's clock. Defaults to when it is added.
   */
  actedAt?: number
}

export type Toast = ToastMessage & {
  id: number
  actedAt: number
  /** When it was first on screen; undefined while it has not been. */
  shownAt: number | undefined
  /** Remaining time on screen, in ms. */
  remainingMs: number
  /** Number of earlier toasts that were omitted because too many waited. */
  more: number
}

/** The toast on screen and since when, in ms; the others wait in the order in which they will be shown. */
export type ToastQueue = { shown: { toast: Toast; since: number } | undefined; waiting: readonly Toast[] }

export const EMPTY: ToastQueue = { shown: undefined, waiting: [] }

export const TOAST_MS = 5000

/** Minimum time on screen, in ms: of an outcome while another one waits, and of a toast that is shown again. */
export const READ_MS = 3000

/** Maximum number of waiting toasts of one rank; further ones are only counted. */
export const MAX_WAITING = 4

export const newToast = (id: number, message: ToastMessage, now: number): Toast => ({
  ...message,
  id,
  actedAt: message.actedAt ?? now,
  shownAt: undefined,
  remainingMs: message.durationMs ?? TOAST_MS,
  more: 0,
})

/** Returns the priority of a toast: 2 for failures, 1 for successes, 0 for notifications. */
const rank = ({ isNotification, tone }: ToastMessage): number => (isNotification ? 0 : tone === 'red' ? 2 : 1)

const hasSameText = (a: ToastMessage, b: ToastMessage): boolean =>
  rank(a) === rank(b) && a.title === b.title && a.text === b.text && a.detail === b.detail

const isSameSubject = (a: ToastMessage, b: ToastMessage): boolean => a.about !== undefined && a.about === b.about

/** Whether the user had the older toast on screen when they started the action of the newer one. */
const actedOnSeeing = (older: Toast, newer: Toast): boolean =>
  older.shownAt !== undefined && newer.actedAt >= older.shownAt

/**
 * Whether the newer toast replaces the older one for good.
 *
 * It does if it has the same text, is a newer notification about the same subject, or the outcome of a newer action. A
 * failure is replaced only by an outcome about the same subject, of an action that the user started on seeing it.
 */
const isReplacedBy = (older: Toast, newer: Toast): boolean => {
  if (hasSameText(older, newer)) return true
  if (older.isNotification || newer.isNotification) return rank(older) === rank(newer) && isSameSubject(older, newer)
  if (older.tone === 'red') return isSameSubject(older, newer) && actedOnSeeing(older, newer)
  return newer.actedAt >= older.actedAt
}

/** Whether a success belongs to an older action than a queued success about the same subject. */
const isOutdated = ({ shown, waiting }: ToastQueue, toast: Toast): boolean =>
  rank(toast) === 1 &&
  [...(shown ? [shown.toast] : []), ...waiting].some(
    (other) => rank(other) === 1 && isSameSubject(other, toast) && other.actedAt > toast.actedAt,
  )

/** Inserts a toast after those of its rank, or before them if it was on screen already (`first`). */
const enqueue = (waiting: readonly Toast[], toast: Toast, place: 'first' | 'last'): Toast[] => {
  const isBehind = (other: Toast) => (place === 'first' ? rank(other) <= rank(toast) : rank(other) < rank(toast))
  const at = waiting.findIndex(isBehind)
  return at < 0 ? [...waiting, toast] : waiting.toSpliced(at, 0, toast)
}

/** Omits the second to last toast of a rank if too many wait; the last one counts it. */
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

/** Returns an interrupted toast with its remaining time, at least `READ_MS`. */
const interrupt = ({ toast, since }: { toast: Toast; since: number }, now: number): Toast => ({
  ...toast,
  remainingMs: Math.max(READ_MS, toast.remainingMs - (now - since)),
})

/**
 * Adds a toast.
 *
 * It is shown at once if nothing is shown, if it replaces the shown toast, if that has a lower rank, or if the user has
 * seen that before acting. An interrupted toast is shown again; one that the user has seen before acting only if it was
 * on screen for less than `READ_MS`. Otherwise the new toast waits.
 */
export const addToast = (queue: ToastQueue, toast: Toast, now: number): ToastQueue => {
  const { shown } = queue
  if (!shown) return { ...queue, shown: onScreen(toast, now) }
  if (isOutdated(queue, toast)) return queue
  const waiting = queue.waiting.filter((other) => !isReplacedBy(other, toast))
  if (!toast.isNotification && !shown.toast.isNotification) {
    if (isReplacedBy(shown.toast, toast)) return { shown: onScreen(toast, now), waiting }
    if (actedOnSeeing(shown.toast, toast)) {
      const isRead = now - shown.since >= READ_MS
      const requeued = isRead ? waiting : enqueue(waiting, interrupt(shown, now), 'first')
      return { shown: onScreen(toast, now), waiting: mergeExcess(requeued, rank(shown.toast)) }
    }
  }
  if (hasSameText(shown.toast, toast)) return queue
  if (rank(toast) > rank(shown.toast)) {
    const requeued = enqueue(waiting, interrupt(shown, now), 'first')
    return { shown: onScreen(toast, now), waiting: mergeExcess(requeued, rank(shown.toast)) }
  }
  const more = queue.waiting.reduce((sum, other) => sum + (waiting.includes(other) ? 0 : other.more), 0)
  return { shown, waiting: mergeExcess(enqueue(waiting, { ...toast, more }, 'last'), rank(toast)) }
}

/**
 * Adds a detail to the newest notification whose `about` starts with this prefix, shown or waiting.
 *
 * The time of a shown one restarts, as there is more to read. Returns undefined if there is none.
 */
export const amend = (queue: ToastQueue, about: string, detail: string, now: number): ToastQueue | undefined => {
  const isAbout = (toast: Toast): boolean => toast.isNotification === true && toast.about?.startsWith(about) === true
  const at = queue.waiting.findLastIndex(isAbout)
  if (at >= 0) return { ...queue, waiting: queue.waiting.with(at, { ...queue.waiting[at]!, detail }) }
  const { shown } = queue
  return shown && isAbout(shown.toast)
    ? { ...queue, shown: { toast: { ...shown.toast, detail }, since: now } }
    : undefined
}

/** Removes the shown toast and shows the next one, whose time starts now. */
export const removeShown = ({ waiting: [next, ...others] }: ToastQueue, now: number): ToastQueue => ({
  shown: next && onScreen(next, now),
  waiting: others,
})

/** Restarts the time of the shown toast, after the pointer or focus left it. */
export const restartTime = (queue: ToastQueue, now: number): ToastQueue =>
  queue.shown ? { ...queue, shown: { ...queue.shown, since: now } } : queue

/**
 * Returns when the shown toast ends by itself, in ms; undefined if none is shown. An outcome ends earlier while another
 * outcome waits; waiting notifications do not shorten it.
 */
export const endOf = ({ shown, waiting: [next] }: ToastQueue): number | undefined => {
  if (!shown) return undefined
  const { toast, since } = shown
  const isDeferrable = !toast.isNotification && next !== undefined && !next.isNotification
  return since + (isDeferrable ? Math.min(toast.remainingMs, READ_MS) : toast.remainingMs)
}
