import { act, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { replayEarlyClick } from './early-click-replay.ts'
import { HydrationMarker } from './hydration-marker.tsx'

const Page = () => {
  const [presses, press] = useState(0)
  return (
    <>
      <button type="button" onClick={() => press(presses + 1)}>
        <span>Pressed {presses} times</span>
      </button>
      <input aria-label="Message" />
      <p>Words</p>
      <HydrationMarker />
    </>
  )
}

let app: Root | undefined
/** The element that the browser would find at the point of the press. */
let elementUnderPointer: Element | null = null
const scrollTo = (y: number) => vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y)

const root = (): HTMLElement => {
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no root')
  return element
}
const find = (selector: string): HTMLElement => {
  const element = root().querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  return element
}

const tap = (selector: string, { toX = 5, ...keys }: { toX?: number; ctrlKey?: boolean } = {}) => {
  elementUnderPointer = find(selector)
  const init = { bubbles: true, button: 0, isPrimary: true, ...keys }
  document.body.dispatchEvent(new PointerEvent('pointerdown', { ...init, clientX: 5 }))
  document.body.dispatchEvent(new PointerEvent('pointerup', { ...init, clientX: toX }))
}

/** Simulates the end of hydration. */
const hydrate = () =>
  act(async () => {
    app = hydrateRoot(root(), <Page />)
  })
const isPressed = (times: number) => expect(find('button').textContent).toBe(`Pressed ${times} times`)

beforeAll(() => {
  document.elementFromPoint = () => (root().hasAttribute('inert') ? document.body : elementUnderPointer)
  replayEarlyClick()
})
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = `<div id="root" inert>${renderToString(<Page />)}</div>`
})
afterEach(() => {
  act(() => app?.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

test('replays an early press once the page is interactive, once', async () => {
  tap('span')
  expect(root().hasAttribute('inert')).toBe(true)
  isPressed(0)
  await hydrate()
  expect(root().hasAttribute('inert')).toBe(false)
  isPressed(1)
})

test('replays only the last press and focuses a pressed field', async () => {
  tap('button')
  tap('input')
  await hydrate()
  isPressed(0)
  expect(document.activeElement).toBe(find('input'))
})

test('records no press on a spot without a control and discards the press before it', async () => {
  tap('button')
  tap('p')
  await hydrate()
  isPressed(0)
})

test('records no press while the finger moves or a modifier key is held', async () => {
  tap('button', { toX: 80 })
  tap('button', { ctrlKey: true })
  await hydrate()
  isPressed(0)
})

test('drops a recorded press once the page has scrolled', async () => {
  tap('button')
  scrollTo(300)
  await hydrate()
  isPressed(0)
})

test('drops a recorded press once it is too old', async () => {
  tap('button')
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 6_000)
  await hydrate()
  isPressed(0)
})

test('makes the page interactive when its script fails to load', async () => {
  const follow = vi.spyOn(find('button'), 'click')
  tap('button')
  const script = document.body.appendChild(document.createElement('script'))
  script.dispatchEvent(new Event('error'))
  await expect.poll(() => follow.mock.calls.length).toBe(1)
  expect(root().hasAttribute('inert')).toBe(false)
})

test('presses nothing on a page that is interactive already', async () => {
  await hydrate()
  tap('button')
  isPressed(0)
})
