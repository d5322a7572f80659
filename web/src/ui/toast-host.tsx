import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { join } from './join.ts'
import classes from './toast.module.css'
import { ToastCard } from './toast-card.tsx'
import { toasts as app, TOAST_MS, type Toasts } from './toast-store.ts'

/** How far to the right a finger must go. */
const SWIPE_PX = 50

/** F8 puts the focus on the toast; when it is gone the focus returns to where it was. */
const useHotkey = (id: number | undefined) => {
  const region = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (id === undefined) {
      if (before.current instanceof HTMLElement) before.current.focus()
      before.current = null
      return
    }
    const focus = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      event.preventDefault()
      before.current = document.activeElement
      region.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [id])
  return region
}

/** Where the toast appears: bottom right, on a phone above the bottom bar. While it is held or focused it stays. */
export const ToastHost = ({ toasts = app }: { toasts?: Toasts }) => {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current)
  const id = toast?.id
  const duration = toast?.durationMs ?? TOAST_MS
  const region = useHotkey(id)
  const from = useRef<number | undefined>(undefined)
  const [held, setHeld] = useState(false)
  const [drag, setDrag] = useState(0)

  useEffect(() => {
    if (id === undefined) setHeld(false)
    if (id === undefined || held) return
    const timer = setTimeout(() => toasts.dismiss(id), duration)
    return () => clearTimeout(timer)
  }, [id, duration, held, toasts])

  const release = () => {
    if (drag > SWIPE_PX) toasts.dismiss(id)
    from.current = undefined
    setDrag(0)
    setHeld(false)
  }

  return (
    <section
      ref={region}
      className={classes.region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={release}
    >
      <div aria-live={toast?.tone === 'red' ? 'assertive' : 'polite'}>
        {toast && (
          <ToastCard
            key={toast.id}
            message={toast}
            onClose={() => toasts.dismiss(toast.id)}
            className={join(drag === 0 && classes.arriving)}
            style={drag > 0 ? { transform: `translateX(${drag}px)` } : undefined}
            onPointerDown={(event) => {
              from.current = event.clientX
            }}
            onPointerMove={(event) => {
              if (from.current !== undefined) setDrag(Math.max(0, event.clientX - from.current))
            }}
            onPointerUp={release}
            onPointerCancel={release}
          />
        )}
      </div>
    </section>
  )
}
