import { type Flatness, type MemorySample, WARM_UP } from './flatness.ts'

/** One process: its memory during the weekend, and the result of the check. */
export type Panel = { name: string; resident: MemorySample[]; heap: MemorySample[]; flatness: Flatness }

type Chart = { title: string; playedMs: number; panels: Panel[] }

const MB = 2 ** 20
const [COLUMNS, WIDTH, HEIGHT] = [2, 440, 168]
/** Margins for text and numbers around the plot of a panel. */
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 16, 30, 26]
const HEAD = 58

/** Returns at most four round ticks of an axis that ends at `most` or slightly above. */
export const ticksUpTo = (max: number): number[] => {
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size * 4 >= max) ?? max
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const short = (value: number): string => String(Math.round(value * 10) / 10)

const summaryOf = ({ verdict, level, perHour }: Flatness): string => {
  const change = `${perHour < 0 ? '−' : '+'}${Math.abs(perHour / MB).toFixed(1)} MB an hour`
  return `${Math.round(level / MB)} MB, ${change}: ${verdict}`
}

const panelOf = ({ name, resident, heap, flatness }: Panel, playedMs: number): string => {
  const max = Math.max(...[...resident, ...flatness.line].map(({ bytes }) => bytes)) / MB
  const ticks = ticksUpTo(max)
  const top = ticks.at(-1) ?? max
  const [right, bottom] = [WIDTH - RIGHT, HEIGHT - BOTTOM]
  const x = (at: number) => short(LEFT + ((right - LEFT) * at) / playedMs)
  const y = (mb: number) => short(bottom - ((bottom - TOP) * mb) / top)
  const points = (samples: readonly MemorySample[]) =>
    samples
      .filter(({ at }) => at >= 0 && at <= playedMs)
      .map(({ at, bytes }) => `${x(at)},${y(bytes / MB)}`)
      .join(' ')
  const [from, to] = flatness.line
  const minutes = ticksUpTo(playedMs / 60_000).filter((minute) => minute * 60_000 <= playedMs)
  return [
    `<text class="name" x="${LEFT}" y="18">${escaped(name)}</text>`,
    `<text class="said" x="${right}" y="18" text-anchor="end">${escaped(summaryOf(flatness))}</text>`,
    `<rect class="warm-up" x="${x(0)}" y="${TOP}" width="${short((right - LEFT) * WARM_UP)}" height="${bottom - TOP}"/>`,
    ...ticks.map((mb) => `<path class="grid" d="M${LEFT} ${y(mb)}H${right}"/>`),
    ...ticks.map((mb) => `<text x="${LEFT - 6}" y="${y(mb)}" dy="4" text-anchor="end">${mb} MB</text>`),
    ...minutes.map(
      (minute) => `<text x="${x(minute * 60_000)}" y="${HEIGHT - 8}" text-anchor="middle">${minute} min</text>`,
    ),
    heap.length > 0 ? `<polyline class="heap" points="${points(heap)}"/>` : '',
    `<polyline class="resident" points="${points(resident)}"/>`,
    `<path class="line" d="M${x(from.at)} ${y(from.bytes / MB)}L${x(to.at)} ${y(to.bytes / MB)}"/>`,
  ].join('\n')
}

/** Colours for both schemes, on a background of its own: a page may be light on a dark system. */
const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #4b4657 }
  .title { font-size: 15px; font-weight: 600; fill: #17131f } .name { font-size: 13px; font-weight: 600; fill: #17131f }
  .said { font-size: 12px } .ground { fill: #fff } .warm-up { fill: #17131f; opacity: .06 } .grid { stroke: #17131f; opacity: .12 }
  polyline, .line { fill: none; stroke-linejoin: round } .resident { stroke: #7c3aed; stroke-width: 1.8 }
  .heap { stroke: #0f766e; stroke-width: 1.3; stroke-dasharray: 4 2 } .line { stroke: #17131f; stroke-width: 1.2; stroke-dasharray: 1 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9c3d6 } .title, .name { fill: #f5f2fa } .ground { fill: #16121f } .warm-up { fill: #fff; opacity: .07 }
    .grid { stroke: #fff; opacity: .16 } .resident { stroke: #b794f6 } .heap { stroke: #5eead4 } .line { stroke: #f5f2fa }
  }`

const legend = (y: number): string =>
  [
    ['resident', 'memory'],
    ['heap', 'heap and buffers of JavaScript'],
    ['line', 'floor of memory, after the shaded warm-up'],
  ]
    .map(([kind = '', text = ''], index) => {
      const x = LEFT + [0, 150, 370][index]!
      const sample =
        kind === 'line'
          ? `<path class="line" d="M${x} ${y}h26"/>`
          : `<polyline class="${kind}" points="${x},${y} ${x + 26},${y}"/>`
      return `${sample}<text x="${x + 32}" y="${y}" dy="4">${text}</text>`
    })
    .join('\n')

/** Draws memory over the weekend as SVG, one panel per process. @throws when there is no process */
export const memoryChart = ({ title, playedMs, panels }: Chart): string => {
  if (panels.length === 0) throw new Error('There is no process to draw.')
  const [width, height] = [WIDTH * Math.min(COLUMNS, panels.length), HEAD + HEIGHT * Math.ceil(panels.length / COLUMNS)]
  const placed = panels.map((panel, index) => {
    const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)]
    return `<g transform="translate(${column * WIDTH} ${HEAD + row * HEIGHT})">\n${panelOf(panel, playedMs)}\n</g>`
  })
  const description = panels.map(({ name, flatness }) => `${name}: ${summaryOf(flatness)}`).join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title said">
<title id="title">${escaped(title)}</title>
<desc id="said">${escaped(description)}</desc>
<style>${STYLE}
</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="title" x="${LEFT}" y="24">${escaped(title)}</text>
${legend(44)}
${placed.join('\n')}
</svg>
`
}
