import { MantineProvider } from '@mantine/core'
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { theme } from '../theme/theme.ts'
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
    <MantineProvider theme={theme}>
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

describe('ToastHost', () => {
  test('removes a toast after five seconds', () => {
    const { show } = start()
    show('Group Created')
    wait(4999)
    expect(card('Group Created')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Group Created')).toBeNull()
  })

  test('replaces the outcome of an action at once by that of a newer action, for five seconds of its own', () => {
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

  test('shows a notification for its full time after the outcome of an action has disappeared', () => {
    const { show } = start()
    show('Tip submitted successfully!', { tone: 'green' })
    wait(1000)
    show('Race Results Updated', { isNotification: true })
    wait(3999)
    expect(card('Tip submitted successfully!')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Tip submitted successfully!')).toBeNull()
    wait(4999)
    expect(card('Race Results Updated')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Race Results Updated')).toBeNull()
  })

  test('shows an error at once in place of a hovered notification, which is shown again afterwards', () => {
    const { show } = start()
    show('Race Results Updated', { isNotification: true })
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

  test('shows on the newest notification how many earlier ones were omitted', () => {
    const { show } = start()
    show('Saved')
    for (const race of [1, 2, 3, 4, 5, 6]) show(`Race ${race} has finished!`, { isNotification: true })
    for (const race of [1, 2, 3]) {
      wait(5000)
      expect(card(`Race ${race} has finished!`)).toBeTruthy()
    }
    wait(5000)
    expect(card('Race 6 has finished!').parentElement?.textContent).toBe('Race 6 has finished!and 2 more before it')
  })

  test('shows the detail of a toast below its text', () => {
    const { toasts } = start()
    act(() => void toasts.show({ title: 'Race Results Updated', text: 'Race 1 was corrected', detail: '5 s penalty' }))
    expect(card('Race 1 was corrected').nextElementSibling).toBe(card('5 s penalty'))
  })

  test('closes a toast on a click on its close button', () => {
    const { show } = start()
    show('Link copied!')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Link copied!')).toBeNull()
  })

  test('closes a toast that is swiped to the right by more than 50 px', () => {
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

  test('focuses a toast on F8, keeps it while focused, and restores the focus once it is removed', () => {
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

  test('restores the original focus when F8 was pressed twice', () => {
    const { show, toasts } = start()
    const before = screen.getByRole('button', { name: 'before' })
    before.focus()
    show('Important')
    fireEvent.keyDown(window, { key: 'F8' })
    fireEvent.keyDown(window, { key: 'F8' })
    act(() => toasts.dismiss())
    expect(document.activeElement).toBe(before)
  })

  test('keeps a toast while hovered, and removes the next one after five seconds', () => {
    const { show } = start()
    show('Hovered')
    movePointer(5)
    wait(20_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    show('Next')
    wait(5000)
    expect(screen.queryByText('Next')).toBeNull()
  })

  test('removes a toast after five seconds although it appeared under a resting pointer', () => {
    const { show } = start()
    show('In the way')
    movePointer(0)
    wait(5000)
    expect(screen.queryByText('In the way')).toBeNull()
  })

  test('keeps the focus on the next toast, and that toast open, after closing one by the keyboard', () => {
    const { show } = start()
    const before = screen.getByRole('button', { name: 'before' })
    before.focus()
    show('First', { isNotification: true })
    show('Second', { isNotification: true })
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

  test('does not pause the next toast when a focused one was replaced', () => {
    const { show } = start()
    show('Notification', { isNotification: true })
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    show('Error', { tone: 'red' })
    wait(5000)
    expect(card('Notification')).toBeTruthy()
  })

  test('does not remove a newer toast when dismissing an older one by its id', () => {
    const toasts = createToasts()
    const first = toasts.show({ title: 'First' })
    toasts.show({ title: 'Second', tone: 'red' })
    toasts.dismiss(first)
    expect(toasts.current()?.title).toBe('Second')
  })
})
