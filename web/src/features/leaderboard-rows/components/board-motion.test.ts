import { describe, expect, test } from 'vitest'
import { aPage } from '../api/test-entries.ts'
import { flightDistance, landed, stillBoard, withPages } from './board-motion.ts'

const before = new Map([[0, aPage(1, { ann: 50, ben: 40, cat: 30, dan: 20 })]])
const danWins = new Map([[0, aPage(2, { dan: 70, ann: 50, ben: 40, cat: 30 })]])
const start = stillBoard(before)

describe('the motion after a result', () => {
  const { motion } = withPages(start, danWins)

  test('starts every changed row at its previous place', () => {
    expect(motion?.moves.get('dan')).toMatchObject({ fromIndex: 3, isFlying: true, before: { totalPoints: 20 } })
    expect(motion?.moves.get('ann')).toMatchObject({ fromIndex: 0, isFlying: true })
    expect(motion?.moves.size).toBe(4)
  })
  test('names the biggest climber and whether the lead changed', () => {
    expect(motion).toMatchObject({ climber: 'dan', hasNewLeader: true, version: 2 })
    const sameLeader = withPages(start, new Map([[0, aPage(2, { ann: 60, ben: 40, dan: 35, cat: 30 })]])).motion
    expect(sameLeader).toMatchObject({ climber: 'dan', hasNewLeader: false })
  })
  test('leaves out rows that neither moved nor scored', () => {
    const { motion } = withPages(start, new Map([[0, aPage(2, { ann: 60, ben: 40, cat: 30, dan: 20 })]]))
    expect([...(motion?.moves.keys() ?? [])]).toEqual(['ann'])
    expect(motion?.moves.get('ann')?.isFlying).toBe(false)
  })
  test('marks fans who picked the winner', () => {
    const page = aPage(2, { ann: 100, ben: 65, cat: 30, dan: 20 })
    const [ann, ...otherEntries] = page.entries
    const entries = [{ ...ann!, picks: { first: 1, second: 0, third: 0 } }, ...otherEntries]
    const { motion } = withPages(start, new Map([[0, { ...page, entries }]]))
    expect(motion?.moves.get('ann')?.hasWon).toBe(true)
    expect(motion?.moves.get('ben')?.hasWon).toBe(false)
  })
  test('derives the start of an unloaded row from its change of position', () => {
    const page = aPage(2, { eve: 90, ann: 50, ben: 40 })
    const [eve, ...otherEntries] = page.entries
    const entries = [{ ...eve!, positionChange: 23 }, ...otherEntries]
    const { motion } = withPages(start, new Map([[0, { ...page, entries }]]))
    expect(motion?.moves.get('eve')).toMatchObject({ fromIndex: 23, before: null, isFlying: true })
    expect(motion?.climber).toBe('eve')
  })
  test('ends after landing, and does not restart', () => {
    const landedMotion = landed(motion!)
    expect(landedMotion).toMatchObject({ isRunning: false, climber: null })
    expect([...landedMotion.moves.values()].every(({ isFlying }) => !isFlying)).toBe(true)
  })
})

describe('later rows of the same version', () => {
  const two = (
    version: number,
    first: Record<string, number>,
    second: Record<string, number>,
    secondVersion = version,
  ) =>
    new Map([
      [0, aPage(version, first)],
      [1, aPage(secondVersion, second)],
    ])
  const afterFrame = withPages(
    stillBoard(two(1, { ann: 50, ben: 40 }, { cat: 30, dan: 20 })),
    two(2, { ann: 90, ben: 40 }, { cat: 30, dan: 20 }, 1),
  )
  const afterRefetch = withPages(afterFrame, two(2, { ann: 90, ben: 40 }, { dan: 31, cat: 30 }))

  test('adds later rows of a version to the motion without restarting the others', () => {
    expect(afterRefetch.motion?.moves.get('dan')).toMatchObject({ fromIndex: 101, isFlying: true })
    expect(afterRefetch.motion?.moves.get('ann')).toBe(afterFrame.motion?.moves.get('ann'))
  })
  test('adds later rows to the motion on the page whose first rows came by the frame', () => {
    const first = withPages(start, new Map([[0, aPage(2, { dan: 70, ann: 50, ben: 40, cat: 30 })]]))
    const later = withPages(first, new Map([[0, aPage(2, { dan: 70, ann: 50, cat: 45, ben: 40 })]]))
    expect(later.motion?.moves.get('cat')).toMatchObject({ fromIndex: 3, isFlying: true })
    expect(later.motion?.moves.get('dan')).toBe(first.motion?.moves.get('dan'))
  })
})

test('jumps to the newest state when an update arrives during another', () => {
  const moving = withPages(start, danWins)
  const { motion } = withPages(moving, new Map([[0, aPage(3, { cat: 99, dan: 70, ann: 50, ben: 40 })]]))
  expect(motion?.moves.get('cat')).toMatchObject({ isFlying: false, isStill: true })
  expect(motion).toMatchObject({ version: 3, climber: null })
})

test('flies again for an update after the rows have landed', () => {
  const moving = withPages(start, danWins)
  const resting = { ...moving, motion: landed(moving.motion!) }
  const { motion } = withPages(resting, new Map([[0, aPage(3, { cat: 99, dan: 70, ann: 50, ben: 40 })]]))
  expect(motion?.moves.get('cat')).toMatchObject({ fromIndex: 3, isFlying: true })
})

test('moves nothing when only new participants appear', () => {
  const page = aPage(2, { ann: 50, ben: 40, cat: 30, dan: 20, zed: 0 })
  expect(withPages(start, new Map([[0, page]])).motion).toBeNull()
})

test('moves nothing when a page scrolls into view', () => {
  const pages = new Map([...before, [1, aPage(1, { eve: 10, fay: 5 })]])
  expect(withPages(start, pages).motion).toBeNull()
})

describe('the flight of a row', () => {
  test('starts a flight at the row’s previous place on the screen', () => {
    expect(flightDistance({ fromIndex: 5, index: 2, height: 44 }, false)).toBe(132)
    expect(flightDistance({ fromIndex: 0, index: 2, height: 44 }, false)).toBe(-88)
    expect(flightDistance({ fromIndex: null, index: 2, height: 44 }, true)).toBe(0)
  })
  test('starts a flight at the edge of the screen only for the followed row when it comes from beyond', () => {
    expect(flightDistance({ fromIndex: 60, index: 2, height: 44 }, true)).toBe(800)
    expect(flightDistance({ fromIndex: 60, index: 2, height: 44 }, false)).toBe(0)
  })
})
