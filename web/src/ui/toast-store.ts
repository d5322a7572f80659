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

/** The clock of the queue, in ms, which `actedAt` is measured by. */
export const now = (): number => performance.now()

/** The toast queue of an app, with its listeners. */
export const createToasts = () => {
  let queue: ToastQueue = EMPTY
  let ids = 0
  const listeners = new Set<() => void>()
  const become = (next: ToastQueue) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    /** Shows a toast, or lets it wait for more important ones (docs/web.md, Toasts). */
    show(message: ToastMessage): number {
      ids += 1
      become(addToast(queue, newToast(ids, message, now()), now()))
      return ids
    },
    /** Adds a detail to the newest notification whose `about` starts like this; false where there is none. */
    amend(about: string, detail: string): boolean {
      const amended = amend(queue, about, detail, now())
      if (amended) become(amended)
      return amended !== undefined
    },
    /** Removes the shown toast, with an id only that one. The next one follows. */
    dismiss(id?: number): void {
      if (queue.shown && (id === undefined || queue.shown.toast.id === id)) become(removeShown(queue, now()))
    },
    /** The pointer or focus left the shown toast: its time starts again. */
    restartTime: (): void => become(restartTime(queue, now())),
    /** Removes the shown and all waiting toasts. */
    clear: (): void => become(EMPTY),
    current: (): Toast | undefined => queue.shown?.toast,
    queue: (): ToastQueue => queue,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

/** The toasts of the app: `toasts.show({ title, text, tone })`, from anywhere. */
export const toasts: Toasts = createToasts()
