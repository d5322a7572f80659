import { markInteractive } from './interactive.ts'

/** Elements that react to a press. */
const PRESSED = 'a[href], button, label, summary, input, select, textarea, [role=button], [role=tab], [role=option]'
/** Inputs of these types are clicked; all others are focused. */
const PRESSED_INPUTS = new Set(['button', 'checkbox', 'radio', 'submit'])

/** A press is replayed for at most this long: by then the user has moved on. */
const GOOD_FOR_MS = 5_000
/** A pointer that moves further is scrolling. */
const STILL_PX = 10

type Point = { x: number; y: number }
type Tap = { target: HTMLElement; at: number; scrolled: number }

const root = (): HTMLElement | null => document.getElementById('root')
const scrolled = (): number => window.scrollX + window.scrollY

/**
 * Finds the control at a point of an inert page: `elementFromPoint` ignores inert content, so `inert` is lifted for the
 * look-up.
 */
const foundAt = (inert: HTMLElement, { x, y }: Point): HTMLElement | null => {
  inert.removeAttribute('inert')
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>(PRESSED) ?? null
  inert.setAttribute('inert', '')
  return found
}

const press = (target: HTMLElement): void => {
  if (target instanceof HTMLInputElement && !PRESSED_INPUTS.has(target.type)) target.focus()
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
  let began: Point | undefined
  let kept: Tap | undefined
  let watched: HTMLElement | undefined

  const watch = (inert: HTMLElement): void => {
    const observer = new MutationObserver(() => {
      if (inert.hasAttribute('inert')) return
      observer.disconnect()
      const tap = kept
      kept = undefined
      if (!tap?.target.isConnected || tap.scrolled !== scrolled()) return
      if (performance.now() - tap.at <= GOOD_FOR_MS) press(tap.target)
    })
    observer.observe(inert, { attributeFilter: ['inert'] })
  }

  // If the app's script fails to load, the page is never hydrated: make it interactive, so that links of the landing
  // page work.
  window.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && markInteractive(), {
    capture: true,
  })
  document.addEventListener('pointerdown', ({ isPrimary, button, clientX, clientY }) => {
    began = isPrimary && button === 0 ? { x: clientX, y: clientY } : undefined
  })
  document.addEventListener('pointercancel', () => {
    began = undefined
  })
  document.addEventListener('pointerup', ({ isPrimary, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey }) => {
    const inert = root()
    const from = began
    began = undefined
    if (!from || !isPrimary || !inert?.hasAttribute('inert') || ctrlKey || metaKey || shiftKey || altKey) return
    if (Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) return
    const target = foundAt(inert, from)
    kept = target ? { target, at: performance.now(), scrolled: scrolled() } : undefined
    if (watched !== inert) watch(inert)
    watched = inert
  })
}
