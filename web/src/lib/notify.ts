import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'error' | 'info'
export type Toast = { id: number; title: string; message?: string | undefined; kind: ToastKind; durationMs: number }

/** How long a toast stays (spec part 1 section 9). */
const DURATION_MS = 5_000

let current: Toast | undefined
let count = 0
const listeners = new Set<() => void>()

const become = (toast: Toast | undefined): void => {
  current = toast
  for (const listener of listeners) listener()
}

/** Tells the fan something. One toast at a time: a newer one takes the place of the older. */
export const notify = (toast: { title: string; message?: string; kind?: ToastKind; durationMs?: number }): void =>
  become({
    id: ++count,
    title: toast.title,
    message: toast.message,
    kind: toast.kind ?? 'success',
    durationMs: toast.durationMs ?? DURATION_MS,
  })

/** Takes the toast away; with an id only if it is still that one. */
export const dismissToast = (id?: number): void => {
  if (current && (id === undefined || current.id === id)) become(undefined)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toast that is shown now, if any. */
export const useToast = (): Toast | undefined => useSyncExternalStore(subscribe, () => current)
