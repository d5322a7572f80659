import { browserState } from '../base/browser-state.ts'
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

type State = { queue: ToastQueue; lastId: number; listeners: Set<() => void> }

const newState = (): State => ({ queue: EMPTY, lastId: 0, listeners: new Set() })

const ownState = (): (() => State) => {
  const state = newState()
  return () => state
}

/** Creates a toast queue with its listeners. */
export const createToasts = (state: () => State = ownState()) => {
  const setQueue = (next: ToastQueue) => {
    state().queue = next
    for (const listener of state().listeners) listener()
  }
  return {
    /** Adds a toast to the queue (docs/web.md, Toasts) and returns its id. */
    show(message: ToastMessage): number {
      const id = ++state().lastId
      setQueue(addToast(state().queue, newToast(id, message, now()), now()))
      return id
    },
    /** Adds a detail to the newest notification whose `about` starts with this prefix; returns false if there is none. */
    amend(about: string, detail: string): boolean {
      const amended = amend(state().queue, about, detail, now())
      if (amended) setQueue(amended)
      return amended !== undefined
    },
    /** Removes the shown toast and shows the next one; with an id only if that toast is shown. */
    dismiss(id?: number): void {
      const { queue } = state()
      if (queue.shown && (id === undefined || queue.shown.toast.id === id)) setQueue(removeShown(queue, now()))
    },
    /** Restarts the time of the shown toast, after the pointer or focus left it. */
    restartTime: (): void => setQueue(restartTime(state().queue, now())),
    /** Removes the shown and all waiting toasts. */
    clear: (): void => setQueue(EMPTY),
    current: (): Toast | undefined => state().queue.shown?.toast,
    queue: (): ToastQueue => state().queue,
    subscribe(listener: () => void): () => void {
      state().listeners.add(listener)
      return () => state().listeners.delete(listener)
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

/** The toast queue of the app. */
export const toasts: Toasts = createToasts(browserState(newState))
