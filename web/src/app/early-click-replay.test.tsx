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
/** Where a finger would find it. */
let under: Element | null = null
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
  under = find(selector)
  const at = { bubbles: true, button: 0, isPrimary: true, ...keys }
  document.body.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: 5 }))
  document.body.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: toX }))
}

/** The script comes. */
const takeOver = () =>
  act(async () => {
    app = hydrateRoot(root(), <Page />)
  })
const isPressed = (times: number) => expect(find('button').textContent).toBe(`Pressed ${times} times`)

beforeAll(() => {
  document.elementFromPoint = () => (root().hasAttribute('inert') ? document.body : under)
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

test('what is pressed before a page can be used is pressed once it can be, once', async () => {
  tap('span')
  expect(root().hasAttribute('inert')).toBe(true)
  isPressed(0)
  await takeOver()
  expect(root().hasAttribute('inert')).toBe(false)
  isPressed(1)
})

test('of several the last counts, and a field that was pressed has the focus', async () => {
  tap('button')
  tap('input')
  await takeOver()
  isPressed(0)
  expect(document.activeElement).toBe(find('input'))
})

test('where nothing can be pressed nothing is, and what was pressed before is forgotten', async () => {
  tap('button')
  tap('p')
  await takeOver()
  isPressed(0)
})

test('a finger that moves presses nothing, nor does a key with it', async () => {
  tap('button', { toX: 80 })
  tap('button', { ctrlKey: true })
  await takeOver()
  isPressed(0)
})

test('what was scrolled away from is not pressed any more', async () => {
  tap('button')
  scrollTo(300)
  await takeOver()
  isPressed(0)
})

test('what was pressed long ago is not pressed any more', async () => {
  tap('button')
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 6_000)
  await takeOver()
  isPressed(0)
})

test('a page whose script does not come does what a browser can do by itself', async () => {
  const follow = vi.spyOn(find('button'), 'click')
  tap('button')
  const script = document.body.appendChild(document.createElement('script'))
  script.dispatchEvent(new Event('error'))
  await expect.poll(() => follow.mock.calls.length).toBe(1)
  expect(root().hasAttribute('inert')).toBe(false)
})

test('a page that can be used is pressed by nobody else', async () => {
  await takeOver()
  tap('button')
  isPressed(0)
})
