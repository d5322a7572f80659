import { describe, expect, test } from 'vitest'
import { checkFlatness, type MemorySample } from './flatness.ts'
import { memoryChart, ticksUpTo } from './memory-chart.ts'

const MB = 2 ** 20
const playedMs = 60 * 60_000

const samplesOf = (mb: (minute: number) => number): MemorySample[] =>
  Array.from({ length: 61 }, (_, minute) => ({ at: minute * 60_000, bytes: mb(minute) * MB }))

const panel = (name: string, mb: (minute: number) => number) => {
  const resident = samplesOf(mb)
  return { name, resident, heap: [] as MemorySample[], flatness: checkFlatness(resident, playedMs) }
}

const pointsOf = (svg: string, kind: string): number[][] =>
  (svg.match(new RegExp(`<polyline class="${kind}" points="([^"]*)"/>`, 'g')) ?? [])
    .slice(1) // the line in the legend
    .flatMap((line) => (line.match(/points="([^"]*)"/)?.[1] ?? '').split(' '))
    .map((point) => point.split(',').map(Number))

describe('ticksUpTo', () => {
  test.each([
    [400, [0, 100, 200, 300, 400]],
    [401, [0, 200, 400, 600]],
    [163, [0, 50, 100, 150, 200]],
    [60, [0, 20, 40, 60]],
    [3.4, [0, 1, 2, 3, 4]],
  ])('returns a few round ticks that reach %s', (max, steps) => {
    expect(ticksUpTo(max)).toEqual(steps)
  })
})

describe('memoryChart', () => {
  test('draws every sample at its minute and megabytes', () => {
    const points = pointsOf(
      memoryChart({ title: 'A', playedMs, panels: [panel('gateway', (m) => 100 + m)] }),
      'resident',
    )
    expect(points).toHaveLength(61)
    // A panel extends from x 52 to 424, and from y 142 (nothing) up to 30 (its highest tick, 200 MB).
    expect(points[0]).toEqual([52, 86])
    expect(points[30]).toEqual([238, 69.2])
    expect(points[60]).toEqual([424, 52.4])
  })

  test('omits samples before the first lap and after the last', () => {
    const gatewayPanel = panel('gateway', () => 100)
    const withOutside = [{ at: -5, bytes: 9 * MB }, ...gatewayPanel.resident, { at: playedMs + 5, bytes: 90 * MB }]
    const chart = memoryChart({ title: 'A', playedMs, panels: [{ ...gatewayPanel, resident: withOutside }] })
    expect(pointsOf(chart, 'resident')).toHaveLength(61)
  })

  test('describes its content in text for screen readers', () => {
    const panels = [panel('gateway', () => 160), panel('chat <1>', (minute) => 100 + 2 * minute)]
    const chart = memoryChart({ title: 'A & B', playedMs, panels })
    expect(chart).toContain('<title id="title">A &amp; B</title>')
    expect(chart).toContain(
      'gateway: 160 MB, +0.0 MB an hour: flat; chat &lt;1&gt;: 175 MB, +120.0 MB an hour: growing',
    )
  })

  test('draws the fitted line over the samples', () => {
    const chart = memoryChart({ title: 'A', playedMs, panels: [panel('gateway', (minute) => 100 + minute)] })
    // From 115 MB at a quarter of the time to 160 MB at the end, on an axis of 200 MB.
    expect(chart).toContain('<path class="line" d="M145 77.6L424 52.4"/>')
  })

  test('draws the heap when it was sampled, and has colours for dark mode', () => {
    const gatewayPanel = panel('gateway', () => 160)
    const chart = memoryChart({
      title: 'A',
      playedMs,
      panels: [{ ...gatewayPanel, heap: samplesOf(() => 80) }, gatewayPanel],
    })
    expect(pointsOf(chart, 'heap')).toHaveLength(61)
    expect(chart).toContain('prefers-color-scheme: dark')
  })

  test('throws without a process', () => {
    expect(() => memoryChart({ title: 'A', playedMs, panels: [] })).toThrow('no process')
  })
})
