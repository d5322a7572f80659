import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Avatar, initialsOf, type Shown } from './avatar.tsx'
import { barHeights } from './form-bars.tsx'
import { Plate } from './plate.tsx'
import { Gain, Points } from './points.tsx'
import { Position, positionText } from './position.tsx'
import { PositionChange, positionChangeText } from './position-change.tsx'
import { countSegments, Segments, shareSegments } from './segments.tsx'

const textOf = (element: React.ReactElement) => render(element).container.textContent

describe('a position', () => {
  test('shows a position plain, shared with a sign, or as missing', () => {
    expect(textOf(<Position position={7} />)).toBe('7')
    expect(textOf(<Position position={6} shared />)).toBe('=6')
    expect(textOf(<Position position={null} />)).toBe('–')
  })
  test('shows a ring for the first three, and the sign of a shared place beside it', () => {
    expect(textOf(<Position position={2} hash />)).toBe('2')
    expect(textOf(<Position position={2} shared hash />)).toBe('=2')
    expect(textOf(<Position position={1} shared medals={false} />)).toBe('=1')
  })
  test('shows a number sign on a group’s board from the fourth on', () => {
    expect(textOf(<Position position={4} hash />)).toBe('#4')
    expect(textOf(<Position position={3} hash />)).toBe('3')
  })
  test('reads the same in a sentence', () => {
    expect([
      positionText(6, { shared: true }),
      positionText(1, { shared: true, hash: true }),
      positionText(4, { hash: true }),
      positionText(null),
    ]).toEqual(['=6', '=1', '#4', '–'])
  })
})

describe('a change of position', () => {
  test('describes a change of position in words', () => {
    expect([6, 1, -3, 0].map(positionChangeText)).toEqual([
      'up 6 positions',
      'up 1 position',
      'down 3 positions',
      'same position',
    ])
  })
  test('shows a change of position with its sign and name', () => {
    render(<PositionChange places={-3} />)
    expect(screen.getByRole('img', { name: 'down 3 positions' }).textContent).toBe('3')
  })
  test('shows a dash without a change of position', () => {
    render(<PositionChange places={null} />)
    expect(screen.getByRole('img', { name: 'same position' }).textContent).toBe('–')
  })
})

describe('segments', () => {
  test('shows done, running and remaining segments of a count', () => {
    expect(countSegments(2, 5, { running: 1 })).toEqual(['past', 'past', 'green', 'open', 'open'])
  })
  test('never shows more segments than the total', () => {
    expect(countSegments(9, 3, { done: 'purple' })).toEqual(['purple', 'purple', 'purple'])
    expect(countSegments(0, -1)).toEqual([])
  })
  test.each([
    [0, 0],
    [2, 1],
    [94, 9],
    [100, 10],
    [120, 10],
  ])('fills segments of a share of %d: %d of ten', (share, filled) => {
    expect(shareSegments(share, 'purple').filter((segment) => segment === 'purple')).toHaveLength(filled)
  })
  test('labels the segments of a row as one image', () => {
    render(<Segments values={countSegments(11, 24)} label="11 of 24 sessions" />)
    expect(screen.getByRole('img', { name: '11 of 24 sessions' }).children).toHaveLength(24)
  })
})

describe('points', () => {
  test('shows points with a comma in totals, and a dash without any', () => {
    expect(textOf(<Points points={1284} />)).toBe('1,284')
    expect(textOf(<Points points={null} />)).toBe('–')
  })
  test('shows the points of the last race with a sign', () => {
    expect(textOf(<Gain points={50} winner />)).toBe('+50')
    expect(textOf(<Gain points={-30} />)).toBe('\u221230')
  })
})

describe('a plate', () => {
  test('shows a hollow plate with a dash without a number', () => {
    const { container } = render(<Plate number={null} />)
    expect(container.textContent).toBe('–')
    expect(container.firstElementChild?.className).toContain('hollow')
  })
})

describe('an avatar without a drawing', () => {
  test.each([
    ['Bec Boxer', 'BB'],
    ['kerbsider', 'KE'],
    ['mountain_mae', 'MM'],
    ['U', 'U'],
    ['🏁 Flag', '🏁F'],
    ['🏁pit', '🏁P'],
    ['', ''],
  ])('shows the initials of %j as %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
    expect(textOf(<Avatar name={name} />)).toBe(initials)
  })
})

describe('an avatar', () => {
  const draw = (of: Shown) => render(<Avatar name="Bec Boxer" of={of} />).container
  const url = 'https://pictures.test/bec.png'

  test('shows the helmet that a user built, whatever picture they have', () => {
    const rendered = draw({ avatarConfig: { helmet: 'aero' }, profileImageUrl: url })
    expect(rendered.querySelector('svg')).toBeTruthy()
    expect(rendered.querySelector('img')).toBeNull()
    expect(rendered.textContent).toBe('')
  })

  test('shows a helmet for an empty configuration too', () => {
    expect(draw({ avatarConfig: {} }).querySelector('svg')).toBeTruthy()
  })

  test('shows the picture without a helmet, and the initials if the picture fails to load', () => {
    const rendered = draw({ avatarConfig: null, profileImageUrl: url })
    const picture = rendered.querySelector('img')
    expect(picture?.getAttribute('src')).toBe(url)
    if (picture) fireEvent.error(picture)
    expect(rendered.textContent).toBe('BB')
    expect(rendered.querySelector('img')).toBeNull()
  })

  test('shows the initials without a helmet and a picture', () => {
    expect(draw({ avatarConfig: null, profileImageUrl: null }).textContent).toBe('BB')
  })
})

test('form bars are full for the best and a line for zero', () => {
  expect(barHeights([25, 0, 5, -30])).toEqual([38, 2, 8, 2])
})
