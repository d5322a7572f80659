import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SectorLines } from './sector-lines.tsx'

const widths = (layer: Element | null | undefined) =>
  [...(layer?.children ?? [])].map((line) => (line instanceof HTMLElement ? line.style.flexGrow : ''))
const colours = (layer: Element | null | undefined) =>
  [...(layer?.querySelectorAll('b') ?? [])].map(({ className }) => className)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('sector lines change to four to six new lines every 12 seconds', () => {
  const { container } = render(<SectorLines />)
  const edge = container.firstElementChild
  expect(edge?.children).toHaveLength(1)
  pass(11_999)
  expect(edge?.children).toHaveLength(1)
  pass(1)
  expect(edge?.children).toHaveLength(2)
  const fresh = widths(edge?.lastElementChild)
  expect(fresh.length).toBeGreaterThanOrEqual(4)
  expect(fresh.length).toBeLessThanOrEqual(6)
  pass(12_000)
  expect(edge?.children).toHaveLength(2)
  expect(widths(edge?.firstElementChild)).toEqual(fresh)
})

test('sector lines keep their widths and change colours where reduced motion is preferred', () => {
  const quiet = window.matchMedia('(prefers-reduced-motion: reduce)')
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...quiet, matches: true })
  const { container } = render(<SectorLines />)
  const edge = container.firstElementChild
  const before = edge?.firstElementChild
  const attributesBefore = { widths: widths(before), colours: colours(before) }
  pass(12_000)
  expect(widths(edge?.lastElementChild)).toEqual(attributesBefore.widths)
  expect(colours(edge?.lastElementChild)).not.toEqual(attributesBefore.colours)
})

test('sector lines stand still on a page for screenshots', () => {
  const { container } = render(<SectorLines moves={false} />)
  pass(60_000)
  expect(container.firstElementChild?.children).toHaveLength(1)
})
