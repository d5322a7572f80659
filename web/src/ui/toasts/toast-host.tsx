import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { join } from '../base/join.ts'
import classes from './toast.module.css'
import { ToastCard } from './toast-card.tsx'
import { endOf } from './toast-queue.ts'
import { toasts as app, type Toasts } from './toast-store.ts'

/** Distance of a swipe to the right that closes a toast, in px. */
const SWIPE_PX = 50

/** Whether the user moved the pointer: a toast that appears under a resting pointer is not paused by it. */
const isPointerMoved = ({ pointerType, movementX, movementY }: PointerEvent): boolean =>
  pointerType === 'touch' || movementX !== 0 || movementY !== 0

/** Focuses the toast on F8; restores the focus once no toast is left. */
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
      if (!region.current?.contains(document.activeElement)) before.current = document.activeElement
      region.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [id])
  return region
}

/**
 * Shows the toasts one after another: bottom right, above the buttons of an open dialog, on a phone above the
 * bottom bar. A hovered or focused one stays, unless one of a higher rank arrives.
 */
export const ToastHost = ({ toasts = app }: { toasts?: Toasts }) => {
  const queue = useSyncExternalStore(toasts.subscribe, toasts.queue, toasts.queue)
  const toast = queue.shown?.toast
  const id = toast?.id
  const end = endOf(queue)
  const region = useHotkey(id)
  const dragStartX = useRef<number | undefined>(undefined)
  const isOver = useRef(false)
  const [paused, setPaused] = useState(false)
  const [drag, setDrag] = useState(0)

  // A focused toast that unmounts loses its focus without an event.
  useEffect(() => {
    if (id === undefined) isOver.current = false
    setPaused(id !== undefined && (isOver.current || region.current?.contains(document.activeElement) === true))
  }, [id, region])

  useEffect(() => {
    if (id === undefined || end === undefined || paused) return
    const timer = setTimeout(() => toasts.dismiss(id), end - performance.now())
    return () => clearTimeout(timer)
  }, [id, end, paused, toasts])

  const pause = () => {
    isOver.current = true
    setPaused(true)
  }
  const restartTime = () => {
    if (paused) toasts.restartTime()
    setPaused(false)
  }
  const release = () => {
    if (drag > SWIPE_PX) toasts.dismiss(id)
    dragStartX.current = undefined
    setDrag(0)
    restartTime()
  }
  /** Closes the toast. After a key press the focus stays with the toasts as long as there are any. */
  const close = ({ detail: clicks }: MouseEvent) => {
    if (clicks === 0 && region.current?.contains(document.activeElement)) region.current.focus()
    else isOver.current = false
    toasts.dismiss(id)
  }

  return (
    <section
      ref={region}
      className={classes.region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      onFocus={() => setPaused(true)}
      onBlur={restartTime}
      onPointerEnter={({ nativeEvent }) => isPointerMoved(nativeEvent) && pause()}
      onPointerMove={({ nativeEvent }) => isPointerMoved(nativeEvent) && pause()}
      onPointerLeave={() => {
        isOver.current = false
        release()
      }}
    >
      <div aria-live={toast?.tone === 'red' ? 'assertive' : 'polite'}>
        {toast && (
          <ToastCard
            key={toast.id}
            message={toast}
            more={toast.more}
            onClose={close}
            className={join(drag === 0 && classes.arriving)}
            style={drag > 0 ? { transform: `translateX(${drag}px)` } : undefined}
            onPointerDown={(event) => {
              dragStartX.current = event.clientX
            }}
            onPointerMove={(event) => {
              if (dragStartX.current !== undefined) setDrag(Math.max(0, event.clientX - dragStartX.current))
            }}
            onPointerUp={release}
            onPointerCancel={release}
          />
        )}
      </div>
    </section>
  )
}
