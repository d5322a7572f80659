import {
  amend,
  arrive,
  EMPTY,
  leave,
  letGo,
  newToast,
  type Toast,
  type ToastMessage,
  type ToastQueue,
} from './toast-queue.ts'

/** The clock of the queue, in milliseconds: what `actedAt` is measured by. */
export const now = (): number => performance.now()

/** The queue of one app, and who listens to it. */
export const createToasts = () => {
  let queue: ToastQueue = EMPTY
  let ids = 0
  const listeners = new Set<() => void>()
  const become = (next: ToastQueue) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    /** Shows it, or lets it wait for what matters more (docs/web.md, Toasts). */
    show(message: ToastMessage): number {
      ids += 1
      become(arrive(queue, newToast(ids, message, now()), now()))
      return ids
    },
    /** Gives the newest news about something that begins like this another detail; false where there are none. */
    amend(about: string, detail: string): boolean {
      const amended = amend(queue, about, detail, now())
      if (amended) become(amended)
      return amended !== undefined
    },
    /** Without an id whatever is shown; with one only that. The next one follows. */
    dismiss(id?: number): void {
      if (queue.shown && (id === undefined || queue.shown.toast.id === id)) become(leave(queue, now()))
    },
    /** Nobody holds the shown one any more: its time begins again. */
    letGo: (): void => become(letGo(queue, now())),
    /** What is shown and what waits, all gone. */
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
