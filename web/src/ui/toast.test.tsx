import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastHost } from './toast-host.tsx'
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
  const show = (title: string, durationMs?: number) => act(() => void toasts.show({ title, durationMs }))
  return { toasts, show }
}
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const card = (title: string) => screen.getByText(title)

describe('a toast', () => {
  test('goes after five seconds', () => {
    const { show } = start()
    show('Group Created')
    wait(4999)
    expect(card('Group Created')).toBeTruthy()
    wait(1)
    expect(screen.queryByText('Group Created')).toBeNull()
  })

  test('gives way to a newer one, which has five seconds of its own', () => {
    const { show } = start()
    show('First')
    wait(4000)
    show('Second')
    expect(screen.queryByText('First')).toBeNull()
    wait(4000)
    expect(card('Second')).toBeTruthy()
    wait(1000)
    expect(screen.queryByText('Second')).toBeNull()
  })

  test('says why in words of its own, below the line', () => {
    const { toasts } = start()
    act(() => void toasts.show({ title: 'Race Results Updated', text: 'Race 1 was corrected', detail: '5 s penalty' }))
    expect(card('Race 1 was corrected').nextElementSibling).toBe(card('5 s penalty'))
  })

  test('is closed by its cross', () => {
    const { show } = start()
    show('Link copied!')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Link copied!')).toBeNull()
  })

  test('is swiped away to the right, beyond 50 px', () => {
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

  test('F8 puts the focus on it; focused it stays, and then the focus returns', () => {
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

  test('one held by the pointer stays, the next one goes on time', () => {
    const { show } = start()
    show('Held')
    fireEvent.pointerEnter(screen.getByRole('region'))
    wait(20_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    show('Next')
    wait(5000)
    expect(screen.queryByText('Next')).toBeNull()
  })

  test('an old one’s end does not take the new one along', () => {
    const toasts = createToasts()
    const first = toasts.show({ title: 'First' })
    toasts.show({ title: 'Second' })
    toasts.dismiss(first)
    expect(toasts.current()?.title).toBe('Second')
  })
})
