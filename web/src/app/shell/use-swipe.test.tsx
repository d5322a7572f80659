import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { type Swipe, swipeOf, useSwipe } from './use-swipe.ts'

describe('swipeOf', () => {
  test.each([
    [-81, 0, 'next'],
    [81, 0, 'previous'],
    [-80, 0, undefined],
    [-150, 99, 'next'],
    [-150, 100, undefined],
    [-150, -100, undefined],
    [90, 90, undefined],
    [0, 300, undefined],
  ])('recognizes a move of %d px across and %d px down as %s', (across, down, swipe) => {
    expect(swipeOf(across, down)).toBe(swipe)
  })
})

const Surface = ({ onSwipe }: { onSwipe: (swipe: Swipe) => void }) => {
  const ref = useRef<HTMLDivElement>(null)
  useSwipe(ref, onSwipe)
  return (
    <div ref={ref}>
      <p>page</p>
      <input aria-label="slider" type="range" />
      <section data-own-swipe>podium</section>
    </div>
  )
}

const swipe = (element: HTMLElement, fingers = 1) => {
  fireEvent.touchStart(element, { touches: Array(fingers).fill({ clientX: 300, clientY: 10 }) })
  fireEvent.touchEnd(element, { changedTouches: [{ clientX: 100, clientY: 20 }] })
}

test('reports a swipe on the page', () => {
  const onSwipe = vi.fn()
  render(<Surface onSwipe={onSwipe} />)
  swipe(screen.getByText('page'))
  expect(onSwipe).toHaveBeenCalledExactlyOnceWith('next')
})

test('ignores a swipe that scrolls an element of its own, or of two fingers', () => {
  const onSwipe = vi.fn()
  render(<Surface onSwipe={onSwipe} />)
  swipe(screen.getByLabelText('slider'))
  swipe(screen.getByText('podium'))
  swipe(screen.getByText('page'), 2)
  expect(onSwipe).not.toHaveBeenCalled()
})
