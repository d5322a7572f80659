import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { moveRange, type Row } from '../api/classification.ts'

/** A dragged row: its index before the drag, and the index at which it would be dropped. */
export type Drag = { carId: number; from: number; to: number }

/** Distance from the edge of the screen at which the page scrolls, and the maximum speed per frame, in px. */
const EDGE_PX = 96
const SCROLL_PX = 14
/** Distance that a row may be dragged past the last place, in px. */
const SLACK_PX = 12

type DragState = {
  row: HTMLElement
  drag: Drag
  height: number
  startY: number
  pointerY: number
  first: number
  last: number
  stop(): void
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

/** Returns the index at which a row appears while another one is dragged. */
export const visibleIndex = (index: number, drag: Drag | null): number => {
  if (!drag) return index
  if (index === drag.from) return drag.to
  if (index > drag.from && index <= drag.to) return index - 1
  if (index < drag.from && index >= drag.to) return index + 1
  return index
}

/** Returns by how many px to scroll per frame while the pointer is near an edge. */
const scrollStep = (pointerY: number, coveredHeight: number): number => {
  const bottom = window.innerHeight - coveredHeight
  if (pointerY < EDGE_PX) return -Math.ceil(((EDGE_PX - pointerY) / EDGE_PX) * SCROLL_PX)
  if (pointerY > bottom - EDGE_PX) return Math.ceil(clamp((pointerY - bottom + EDGE_PX) / EDGE_PX, 0, 1) * SCROLL_PX)
  return 0
}

/**
 * Drags rows of equal height by their handle. The list changes only on drop: other rows make room by a transform.
 * Escape cancels.
 * `below` returns the height in px that is covered at the bottom of the screen.
 */
export const useRowDrag = (
  rows: readonly Row[],
  onDrop: (drag: Drag) => void,
  coveredHeight: () => number,
): { drag: Drag | null; onPointerDown(event: PointerEvent<HTMLElement>): void } => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const dragState = useRef<DragState | null>(null)
  const current = useRef({ rows, onDrop, coveredHeight })
  current.current = { rows, onDrop, coveredHeight }

  const release = useCallback((isDropped: boolean) => {
    const dropped = dragState.current
    if (!dropped) return
    dragState.current = null
    dropped.stop()
    dropped.row.style.removeProperty('--dy')
    setDrag(null)
    if (isDropped && dropped.drag.to !== dropped.drag.from) current.current.onDrop(dropped.drag)
  }, [])
  useEffect(() => () => release(false), [release])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-grip]') : null
    const row = grip?.closest<HTMLElement>('li')
    if (!grip || !row || event.button !== 0 || dragState.current) return
    const carId = Number(grip.dataset.grip)
    const from = current.current.rows.findIndex((one) => one.carId === carId)
    if (from < 0) return
    grip.setPointerCapture(event.pointerId)
    const pageY = (clientY: number) => clientY + window.scrollY

    const follow = () => {
      const now = dragState.current
      if (!now) return
      const { height, first, last } = now
      const least = (first - from) * height - SLACK_PX
      const most = (last - from) * height + SLACK_PX
      const dy = clamp(pageY(now.pointerY) - now.startY, least, most)
      row.style.setProperty('--dy', `${dy}px`)
      const to = clamp(from + Math.round(dy / height), first, last)
      if (to === now.drag.to) return
      now.drag = { carId, from, to }
      setDrag(now.drag)
    }
    let frame = requestAnimationFrame(function scroll() {
      frame = requestAnimationFrame(scroll)
      const now = dragState.current
      const step = now ? scrollStep(now.pointerY, current.current.coveredHeight()) : 0
      if (step === 0) return
      window.scrollBy(0, step)
      follow()
    })
    const onMove = ({ clientY }: { clientY: number }) => {
      if (dragState.current) dragState.current.pointerY = clientY
      follow()
    }
    const onUp = () => release(true)
    const onCancel = () => release(false)
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      release(false)
    }
    grip.addEventListener('pointermove', onMove)
    grip.addEventListener('pointerup', onUp)
    grip.addEventListener('pointercancel', onCancel)
    window.addEventListener('keydown', onKey, true)
    dragState.current = {
      row,
      drag: { carId, from, to: from },
      height: row.offsetHeight,
      startY: pageY(event.clientY),
      pointerY: event.clientY,
      ...moveRange(current.current.rows, from),
      stop() {
        cancelAnimationFrame(frame)
        grip.removeEventListener('pointermove', onMove)
        grip.removeEventListener('pointerup', onUp)
        grip.removeEventListener('pointercancel', onCancel)
        window.removeEventListener('keydown', onKey, true)
      },
    }
    setDrag(dragState.current.drag)
  }

  return { drag, onPointerDown }
}
