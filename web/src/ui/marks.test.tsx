import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Avatar, initialsOf, type Shown } from './avatar.tsx'
import { Change, changeText } from './change.tsx'
import { barHeights } from './form-bars.tsx'
import { Plate } from './plate.tsx'
import { Gain, Points } from './points.tsx'
import { Position, positionText } from './position.tsx'
import { countSegments, Segments, shareSegments } from './segments.tsx'

const shown = (element: React.ReactElement) => render(element).container.textContent

describe('a position', () => {
  test('is plain, shared with a sign, or missing', () => {
    expect(shown(<Position position={7} />)).toBe('7')
    expect(shown(<Position position={6} shared />)).toBe('=6')
    expect(shown(<Position position={null} />)).toBe('–')
  })
  test('has a ring for the first three, and the sign of a shared place beside it', () => {
    expect(shown(<Position position={2} hash />)).toBe('2')
    expect(shown(<Position position={2} shared hash />)).toBe('=2')
    expect(shown(<Position position={1} shared medals={false} />)).toBe('=1')
  })
  test('has a number sign on a group’s board from the fourth on', () => {
    expect(shown(<Position position={4} hash />)).toBe('#4')
    expect(shown(<Position position={3} hash />)).toBe('3')
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
  test('is described in words', () => {
    expect([6, 1, -3, 0].map(changeText)).toEqual([
      'up 6 positions',
      'up 1 position',
      'down 3 positions',
      'same position',
    ])
  })
  test('is shown with its sign and named', () => {
    render(<Change places={-3} />)
    expect(screen.getByRole('img', { name: 'down 3 positions' }).textContent).toBe('3')
  })
  test('is a dash without a value', () => {
    render(<Change places={null} />)
    expect(screen.getByRole('img', { name: 'same position' }).textContent).toBe('–')
  })
})

describe('segments', () => {
  test('of a count show what is done, what runs, and what is to come', () => {
    expect(countSegments(2, 5, { running: 1 })).toEqual(['past', 'past', 'green', 'open', 'open'])
  })
  test('of a count are never more than the total', () => {
    expect(countSegments(9, 3, { done: 'purple' })).toEqual(['purple', 'purple', 'purple'])
    expect(countSegments(0, -1)).toEqual([])
  })
  test.each([
    [0, 0],
    [2, 1],
    [94, 9],
    [100, 10],
    [120, 10],
  ])('of a share of %d fill %d of ten', (share, filled) => {
    expect(shareSegments(share, 'purple').filter((segment) => segment === 'purple')).toHaveLength(filled)
  })
  test('of a row are one image with a name', () => {
    render(<Segments values={countSegments(11, 24)} label="11 of 24 sessions" />)
    expect(screen.getByRole('img', { name: '11 of 24 sessions' }).children).toHaveLength(24)
  })
})

describe('points', () => {
  test('have a comma in totals and a dash where there are none', () => {
    expect(shown(<Points points={1284} />)).toBe('1,284')
    expect(shown(<Points points={null} />)).toBe('–')
  })
  test('have a sign for the last race', () => {
    expect(shown(<Gain points={50} winner />)).toBe('+50')
    expect(shown(<Gain points={-30} />)).toBe('\u221230')
  })
})

describe('a plate', () => {
  test('is hollow with a dash without a number', () => {
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
  ])('for %j shows %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
    expect(shown(<Avatar name={name} />)).toBe(initials)
  })
})

describe('an avatar', () => {
  const draw = (of: Shown) => render(<Avatar name="Bec Boxer" of={of} />).container
  const url = 'https://pictures.test/bec.png'

  test('is the helmet that a user built, whatever picture they have', () => {
    const drawn = draw({ avatarConfig: { helmet: 'aero' }, profileImageUrl: url })
    expect(drawn.querySelector('svg')).toBeTruthy()
    expect(drawn.querySelector('img')).toBeNull()
    expect(drawn.textContent).toBe('')
  })

  test('is a helmet for an empty configuration too', () => {
    expect(draw({ avatarConfig: {} }).querySelector('svg')).toBeTruthy()
  })

  test('is the picture without a helmet, and the initials where the picture fails to load', () => {
    const drawn = draw({ avatarConfig: null, profileImageUrl: url })
    const picture = drawn.querySelector('img')
    expect(picture?.getAttribute('src')).toBe(url)
    if (picture) fireEvent.error(picture)
    expect(drawn.textContent).toBe('BB')
    expect(drawn.querySelector('img')).toBeNull()
  })

  test('is the initials without a helmet and a picture', () => {
    expect(draw({ avatarConfig: null, profileImageUrl: null }).textContent).toBe('BB')
  })
})

test('form bars are full for the best and a line for zero', () => {
  expect(barHeights([25, 0, 5, -30])).toEqual([38, 2, 8, 2])
})
