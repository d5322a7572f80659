import { MantineProvider } from '@mantine/core'
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastHost } from './toast-host.tsx'
import type { ToastMessage } from './toast-queue.ts'
import { createToasts } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = () => {
  const toasts = createToasts()
  render(
    <MantineProvider>
      <button type="button">before</button>
      <ToastHost toasts={toasts} />
    </MantineProvider>,
  )
  const renderToast = (title: string, message: Partial<ToastMessage> = {}) =>
    act(() => void toasts.show({ title, ...message }))
  return { toasts, show: renderToast }
}
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
/** Moves the pointer over the toast by so many pixels; by none where the toast appeared under the pointer. */
const movePointer = (movement: number) => {
  const region = screen.getByRole('region')
  const pointerOver = createEvent.pointerOver(region)
  Object.defineProperties(pointerOver, { movementX: { value: movement }, movementY: { value: 0 } })
  fireEvent(region, pointerOver)
}
const card = (title: string) => screen.getByText(title)

describe('a toast', () => {
  test('disappears after five seconds', () => {
    const { show } = start()
    show('Group Created')
    wait(4999)
    expect(card('Group Created')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Group Created')).toBeNull()
  })

  test('replaces a toast at once by the outcome of a newer action, which has its own five seconds', () => {
    const { show } = start()
    show('First')
    wait(1000)
    show('Second')
    expect(screen.queryByText('First')).toBeNull()
    wait(4999)
    expect(card('Second')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Second')).toBeNull()
  })

  test('shows a notification after the outcome of an action, in full', () => {
    const { show } = start()
    show('Tip submitted successfully!', { tone: 'green' })
    wait(1000)
    show('Race Results Updated', { isNotifiable: true })
    wait(3999)
    expect(card('Tip submitted successfully!')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Tip submitted successfully!')).toBeNull()
    wait(4999)
    expect(card('Race Results Updated')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Race Results Updated')).toBeNull()
  })

  test('shows an error at once, also in place of hovered notifications, which are shown again', () => {
    const { show } = start()
    show('Race Results Updated', { isNotifiable: true })
    movePointer(5)
    wait(4000)
    show('Error submitting tip', { tone: 'red' })
    expect(screen.queryByText('Race Results Updated')).toBeNull()
    expect(card('Error submitting tip')).toBeTruthy()
    fireEvent.pointerLeave(screen.getByRole('region'))
    wait(5000)
    expect(card('Race Results Updated')).toBeTruthy()
    wait(3000)
    expect(screen.queryByText('Race Results Updated')).toBeNull()
  })

  test('says how many others it stands for', () => {
    const { show } = start()
    show('Saved')
    for (const race of [1, 2, 3, 4, 5, 6]) show(`Race ${race} has finished!`, { isNotifiable: true })
    for (const race of [1, 2, 3]) {
      wait(5000)
      expect(card(`Race ${race} has finished!`)).toBeTruthy()
    }
    wait(5000)
    expect(card('Race 6 has finished!').parentElement?.textContent).toBe('Race 6 has finished!and 2 more before it')
  })

  test('shows its reason below the line', () => {
    const { toasts } = start()
    act(() => void toasts.show({ title: 'Race Results Updated', text: 'Race 1 was corrected', detail: '5 s penalty' }))
    expect(card('Race 1 was corrected').nextElementSibling).toBe(card('5 s penalty'))
  })

  test('closes a toast by its cross', () => {
    const { show } = start()
    show('Link copied!')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Link copied!')).toBeNull()
  })

  test('closes a toast that is swiped to the right, beyond 50 px', () => {
    const { show } = start()
    show('Swipe')
    const swipe = (pixels: number) => {
      fireEvent.pointerDown(card('Swipe'), { clientX: 100 })
      fireEvent.pointerMove(card('Swipe'), { clientX: 100 + pixels })
      fireEvent.pointerUp(card('Swipe'), { clientX: 100 + pixels })
    }
    swipe(50)
    expect(card('Swipe')).toBeTruthy()
    swipe(-80)
    expect(card('Swipe')).toBeTruthy()
    swipe(51)
    expect(screen.queryByText('Swipe')).toBeNull()
  })

  test('focuses a toast on F8; it stays while focused, and then the focus returns', () => {
    const { show, toasts } = start()
    const before = screen.getByRole('button', { name: 'before' })
    before.focus()
    show('Important')
    fireEvent.keyDown(window, { key: 'F8' })
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }))
    wait(20_000)
    expect(card('Important')).toBeTruthy()
    act(() => toasts.dismiss())
    expect(document.activeElement).toBe(before)
  })

  test('keeps the original focus when F8 is pressed again', () => {
    const { show, toasts } = start()
    const before = screen.getByRole('button', { name: 'before' })
    before.focus()
    show('Important')
    fireEvent.keyDown(window, { key: 'F8' })
    fireEvent.keyDown(window, { key: 'F8' })
    act(() => toasts.dismiss())
    expect(document.activeElement).toBe(before)
  })

  test('keeps a toast while hovered, and ends the next one on time', () => {
    const { show } = start()
    show('Held')
    movePointer(5)
    wait(20_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    show('Next')
    wait(5000)
    expect(screen.queryByText('Next')).toBeNull()
  })

  test('ends a toast on time that appears under a resting pointer', () => {
    const { show } = start()
    show('In the way')
    movePointer(0)
    wait(5000)
    expect(screen.queryByText('In the way')).toBeNull()
  })

  test('closed by the keyboard leaves the focus with the next one, which stays as long', () => {
    const { show } = start()
    const before = screen.getByRole('button', { name: 'before' })
    before.focus()
    show('First', { isNotifiable: true })
    show('Second', { isNotifiable: true })
    fireEvent.keyDown(window, { key: 'F8' })
    const cross = screen.getByRole('button', { name: 'Close' })
    act(() => cross.focus())
    fireEvent.click(cross, { detail: 0 })
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }))
    wait(20_000)
    expect(card('Second')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }), { detail: 0 })
    expect(document.activeElement).toBe(before)
  })

  test('does not pause the next toast when one ends while focused', () => {
    const { show } = start()
    show('News', { isNotifiable: true })
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    show('Error', { tone: 'red' })
    wait(5000)
    expect(card('News')).toBeTruthy()
  })

  test('does not remove a newer toast when one ends', () => {
    const toasts = createToasts()
    const first = toasts.show({ title: 'First' })
    toasts.show({ title: 'Second', tone: 'red' })
    toasts.dismiss(first)
    expect(toasts.current()?.title).toBe('Second')
  })
})
