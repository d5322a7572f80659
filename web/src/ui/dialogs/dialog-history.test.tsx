import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { followDialogHistory, useBackCloses } from './dialog-history.ts'

const Dialog = ({ opened, onClose }: { opened: boolean; onClose(): void }) => {
  useBackCloses(opened, onClose)
  return null
}
const depth = () => window.history.state?.dialogs ?? 0
const isDeep = (count: number) => waitFor(() => expect(depth()).toBe(count))
const traverse = (go: () => void) =>
  act(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('popstate', () => resolve(), { once: true })
        go()
      }),
  )

beforeAll(followDialogHistory)
beforeEach(() => window.history.pushState({ idx: 1 }, '', '/groups'))
afterEach(async () => {
  cleanup()
  await isDeep(0)
})

test('closes the dialog on Back and stays on the page', async () => {
  const onClose = vi.fn(() => rerender(<Dialog opened={false} onClose={onClose} />))
  const { rerender } = render(<Dialog opened onClose={onClose} />)
  await isDeep(1)
  expect(window.history.state).toEqual({ idx: 1, dialogs: 1 })
  await traverse(() => window.history.back())
  expect(onClose).toHaveBeenCalledOnce()
  expect(window.location.pathname).toBe('/groups')
  expect(depth()).toBe(0)
})

test('removes its history entry when a button closes the dialog', async () => {
  const onClose = vi.fn()
  const { rerender } = render(<Dialog opened onClose={onClose} />)
  await isDeep(1)
  rerender(<Dialog opened={false} onClose={onClose} />)
  await isDeep(0)
  expect(onClose).not.toHaveBeenCalled()
  expect(window.history.state).toEqual({ idx: 1 })
})

test('closes the upper of two dialogs first', async () => {
  const lower = vi.fn(() => outer.unmount())
  const upper = vi.fn(() => inner.unmount())
  const outer = render(<Dialog opened onClose={lower} />)
  const inner = render(<Dialog opened onClose={upper} />)
  await isDeep(2)
  await traverse(() => window.history.back())
  expect(upper).toHaveBeenCalledOnce()
  expect(lower).not.toHaveBeenCalled()
  await traverse(() => window.history.back())
  expect(lower).toHaveBeenCalledOnce()
})

test('restores the history entry of a dialog that stays open', async () => {
  const onClose = vi.fn()
  render(<Dialog opened onClose={onClose} />)
  await isDeep(1)
  await traverse(() => window.history.back())
  expect(onClose).toHaveBeenCalledOnce()
  await isDeep(1)
})

test('opens nothing on Forward, and leaves the entry of a closed dialog', async () => {
  const onClose = vi.fn(() => rerender(<Dialog opened={false} onClose={onClose} />))
  const { rerender } = render(<Dialog opened onClose={onClose} />)
  await isDeep(1)
  await traverse(() => window.history.back())
  await traverse(() => window.history.forward())
  await isDeep(0)
  expect(window.location.pathname).toBe('/groups')
})

test('keeps the page that a dialog led to, and skips the dialog on the way back', async () => {
  const { unmount } = render(<Dialog opened onClose={vi.fn()} />)
  await isDeep(1)
  window.history.pushState({ idx: 2 }, '', '/my-tips')
  unmount()
  await traverse(() => window.history.back())
  await isDeep(0)
  expect(window.location.pathname).toBe('/groups')
})

test('keeps a page that is opened while the entry is being removed', async () => {
  const { unmount } = render(<Dialog opened onClose={vi.fn()} />)
  await isDeep(1)
  unmount()
  const go = vi.spyOn(window.history, 'go')
  await waitFor(() => expect(go).toHaveBeenCalledOnce())
  window.history.pushState({ idx: 2 }, '', '/my-tips')
  await waitFor(() => expect(window.location.pathname).toBe('/my-tips'))
  go.mockRestore()
})

test('shares one entry between dialogs that replace each other', async () => {
  const first = render(<Dialog opened onClose={vi.fn()} />)
  await isDeep(1)
  const length = window.history.length
  first.unmount()
  const onClose = vi.fn()
  render(<Dialog opened onClose={onClose} />)
  await isDeep(1)
  expect(window.history.length).toBe(length)
  await traverse(() => window.history.back())
  expect(onClose).toHaveBeenCalledOnce()
})
