import {
  addToast,
  amend,
  EMPTY,
  newToast,
  removeShown,
  restartTime,
  type Toast,
  type ToastMessage,
  type ToastQueue,
} from './toast-queue.ts'

/** Returns the time of the queue's clock, in ms, by which `actedAt` is measured. */
export const now = (): number => performance.now()

/** Creates a toast queue with its listeners. */
export const createToasts = () => {
  let queue: ToastQueue = EMPTY
  let lastId = 0
  const listeners = new Set<() => void>()
  const setQueue = (next: ToastQueue) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    /** Adds a toast to the queue (docs/web.md, Toasts) and returns its id. */
    show(message: ToastMessage): number {
      lastId += 1
      setQueue(addToast(queue, newToast(lastId, message, now()), now()))
      return lastId
    },
    /** Adds a detail to the newest notification whose `about` starts with this prefix; returns false if there is none. */
    amend(about: string, detail: string): boolean {
      const amended = amend(queue, about, detail, now())
      if (amended) setQueue(amended)
      return amended !== undefined
    },
    /** Removes the shown toast and shows the next one; with an id only if that toast is shown. */
    dismiss(id?: number): void {
      if (queue.shown && (id === undefined || queue.shown.toast.id === id)) setQueue(removeShown(queue, now()))
    },
    /** Restarts the time of the shown toast, after the pointer or focus left it. */
    restartTime: (): void => setQueue(restartTime(queue, now())),
    /** Removes the shown and all waiting toasts. */
    clear: (): void => setQueue(EMPTY),
    current: (): Toast | undefined => queue.shown?.toast,
    queue: (): ToastQueue => queue,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

/** The toast queue of the app. */
export const toasts: Toasts = createToasts()
