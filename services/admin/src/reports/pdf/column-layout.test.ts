import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, layOutInColumns, MIN_LINES } from './column-layout.ts'

const space = { currentY: 100, start: 100, nextPageStart: 60, bottom: 700 }
const session = (lines: number, head = 50): Block => ({ head, continuedHead: 40, lines, lineHeight: 10, gap: 20 })
const heightOf = (block: Block, from: number, to: number): number =>
  (from === 0 ? block.head : block.continuedHead) + (to - from) * block.lineHeight

describe('layOutInColumns', () => {
  test('balances sessions side by side if the page has room for all of them', () => {
    const { isHere, placed, end } = layOutInColumns([session(10), session(8), session(20)], space)
    expect(isHere).toBe(true)
    expect(placed.map(({ column, y }) => [column, y])).toEqual([
      [0, 100],
      [0, 270],
      [1, 100],
    ])
    expect(end).toBe(400)
  })

  test('starts on the next page if the rest of this one is too short', () => {
    const { isHere, placed } = layOutInColumns([session(20), session(20)], { ...space, currentY: 600 })
    expect(isHere).toBe(false)
    expect(placed.map(({ page, column, y }) => [page, column, y])).toEqual([
      [0, 0, 100],
      [0, 1, 100],
    ])
  })

  test('continues in the next column without leaving a head or a few lines alone', () => {
    const blocks = fc.array(
      fc.record({ lines: fc.integer({ min: 0, max: 90 }), head: fc.integer({ min: 40, max: 150 }) }),
      { minLength: 1, maxLength: 14 },
    )
    fc.assert(
      fc.property(blocks, fc.integer({ min: 100, max: 690 }), (records, currentY) => {
        const testBlocks = records.map(({ lines, head }) => session(lines, head))
        const { placed } = layOutInColumns(testBlocks, { ...space, currentY })
        const ends = new Map<string, number>()
        for (const { block: index, page, column, y, from, to } of placed) {
          const block = testBlocks[index] ?? session(0)
          const columnKey = `${page}/${column}`
          expect(y).toBeGreaterThanOrEqual(ends.get(columnKey) ?? 0)
          expect(y + heightOf(block, from, to)).toBeLessThanOrEqual(space.bottom)
          if (to - from < block.lines) expect(to - from).toBeGreaterThanOrEqual(MIN_LINES)
          ends.set(columnKey, y + heightOf(block, from, to))
        }
        testBlocks.forEach(({ lines }, index) => {
          const parts = placed.filter(({ block }) => block === index)
          expect(parts.map(({ to }) => to).at(-1)).toBe(lines)
          expect(parts.map(({ from }) => from)).toEqual([0, ...parts.slice(0, -1).map(({ to }) => to)])
        })
      }),
    )
  })
})
