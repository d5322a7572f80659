import { markInteractive } from './interactive.ts'

/** What does something when it is pressed. */
const PRESSED = 'a[href], button, label, summary, input, select, textarea, [role=button], [role=tab], [role=option]'
/** These are pressed; other inputs are typed into. */
const PRESSED_INPUTS = new Set(['button', 'checkbox', 'radio', 'submit'])

/** Whoever waits longer than that for something to happen has gone on. */
const GOOD_FOR_MS = 5_000
/** A finger that moves further scrolls. */
const STILL_PX = 10

type Point = { x: number; y: number }
type Tap = { target: HTMLElement; at: number; scrolled: number }

const root = (): HTMLElement | null => document.getElementById('root')
const scrolled = (): number => window.scrollX + window.scrollY

/** What stands there of a page that is inert: nothing can be found in it as long as it is. */
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
 * A page that came drawn is seen before it can be used, and inert until then (`hydration-marker.tsx`). What is pressed meanwhile is
 * kept, the last of it, and pressed once the page can be used, where it is still there and has not been scrolled away from.
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

  // Without its script nothing takes it over; what a browser can do by itself it does: follow the landing page's links.
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
