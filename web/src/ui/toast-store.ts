import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type ToastMessage = {
  title: ReactNode
  text?: ReactNode
  /** A quieter word below the line, three lines of it at most: why it is so. */
  detail?: ReactNode
  /** Green: saved. Red: failed. Otherwise grey. */
  tone?: 'green' | 'red' | 'neutral'
  icon?: TablerIcon
  /** 5000 ms, unless it must stay longer. */
  durationMs?: number
}

export type Toast = ToastMessage & { id: number }

export const TOAST_MS = 5000

/** At most one toast at a time: a newer one takes the place of the one before. */
export const createToasts = () => {
  let current: Toast | undefined
  let ids = 0
  const listeners = new Set<() => void>()
  const become = (next: Toast | undefined) => {
    current = next
    for (const listener of listeners) listener()
  }
  return {
    show(message: ToastMessage): number {
      ids += 1
      become({ ...message, id: ids })
      return ids
    },
    /** Without an id whatever is there; with one only that. */
    dismiss(id?: number): void {
      if (current && (id === undefined || current.id === id)) become(undefined)
    },
    current: (): Toast | undefined => current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

/** The toasts of the app: `toasts.show({ title, text, tone })`, from anywhere. */
export const toasts: Toasts = createToasts()
