import { markInteractive } from './interactive.ts'

/** Elements that react to a press. */
const PRESSABLE = 'a[href], button, label, summary, input, select, textarea, [role=button], [role=tab], [role=option]'
/** Inputs of these types are clicked; all others are focused. */
const CLICKABLE_INPUTS = new Set(['button', 'checkbox', 'radio', 'submit'])

/** A press is replayed for at most this long: by then the user has moved on. */
const MAX_AGE_MS = 5_000
/** A pointer that moves further is scrolling. */
const MAX_MOVE_PX = 10

type Point = { x: number; y: number }
type Tap = { target: HTMLElement; pressedAtMs: number; scrolled: number }

const root = (): HTMLElement | null => document.getElementById('root')
const scrolled = (): number => window.scrollX + window.scrollY

/**
 * Finds the control at a point of an inert page: `elementFromPoint` ignores inert content, so `inert` is lifted for the
 * look-up.
 */
const controlAt = (inert: HTMLElement, { x, y }: Point): HTMLElement | null => {
  inert.removeAttribute('inert')
  const control = document.elementFromPoint(x, y)?.closest<HTMLElement>(PRESSABLE) ?? null
  inert.setAttribute('inert', '')
  return control
}

const press = (target: HTMLElement): void => {
  if (target instanceof HTMLInputElement && !CLICKABLE_INPUTS.has(target.type)) target.focus()
  else if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) target.focus()
  else target.click()
}

/**
 * Replays the last press on a server-rendered page that was made before hydration.
 *
 * Such a page is visible but `inert` until it is interactive (`hydration-marker.tsx`). The press is dropped when its
 * target is gone, the page has scrolled, or it is older than `MAX_AGE_MS`.
 */
export const replayEarlyClick = (): void => {
  let pressedAt: Point | undefined
  let recorded: Tap | undefined
  let watched: HTMLElement | undefined

  const watch = (inert: HTMLElement): void => {
    const observer = new MutationObserver(() => {
      if (inert.hasAttribute('inert')) return
      observer.disconnect()
      const tap = recorded
      recorded = undefined
      if (!tap?.target.isConnected || tap.scrolled !== scrolled()) return
      if (performance.now() - tap.pressedAtMs <= MAX_AGE_MS) press(tap.target)
    })
    observer.observe(inert, { attributeFilter: ['inert'] })
  }

  // If the app's script fails to load, the page is never hydrated: make it interactive, so that links of the landing
  // page work.
  window.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && markInteractive(), {
    capture: true,
  })
  document.addEventListener('pointerdown', ({ isPrimary, button, clientX, clientY }) => {
    pressedAt = isPrimary && button === 0 ? { x: clientX, y: clientY } : undefined
  })
  document.addEventListener('pointercancel', () => {
    pressedAt = undefined
  })
  document.addEventListener('pointerup', ({ isPrimary, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }) => {
    const inert = root()
    const start = pressedAt
    pressedAt = undefined
    if (!start || !isPrimary || !inert?.hasAttribute('inert') || ctrlKey || metaKey || shiftKey || altKey) return
    if (Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVE_PX) return
    const target = controlAt(inert, start)
    recorded = target ? { target, pressedAtMs: performance.now(), scrolled: scrolled() } : undefined
    if (watched !== inert) watch(inert)
    watched = inert
  })
}
