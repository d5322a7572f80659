import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { absolute, atMost, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { measureStart, type Start } from '../start/make-start.ts'
import type { Row } from './row.ts'

const MAX_MS = 6_000

/** The states in which a start finds its data and caches, in the order of a round. */
const KINDS = [
  'empty data, nothing compiled yet (the first after an installation)',
  'empty data (a sample weekend is created)',
  'existing data',
] as const

export const start: Row = {
  id: 'START',
  name: 'make start on an installed and built tree',
  async run({ rounds, logProgress }) {
    const folder = await temporaryFolder('start')
    const data = join(folder.path, 'data')
    const compiled = join(folder.path, 'compiled')
    const starts = new Map<string, Start[]>(KINDS.map((kind) => [kind, []]))
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const kind of KINDS) {
          if (kind !== 'existing data') await rm(data, { recursive: true, force: true })
          if (kind === KINDS[0]) await rm(compiled, { recursive: true, force: true })
          const times = await measureStart(data, compiled)
          starts.get(kind)?.push(times)
          const seconds = (ms: number) => (ms / 1000).toFixed(1)
          logProgress(`${kind}: ${seconds(times.ready)} s to /readyz, ${seconds(times.page)} s to the first page`)
        }
      }
    } finally {
      await folder.remove()
    }
    return [...starts].flatMap(([kind, times]) => {
      const figure = (what: string, of: keyof Start, limit = atMost(MAX_MS, 'ms')) =>
        absolute(
          { row: 'START', what: `make start, ${kind}: ${what}`, against: '–', unit: 'ms' },
          limit,
          spreadOf(times.map((each) => each[of])),
        )
      return [
        figure('until /readyz answers', 'ready'),
        figure('until the first page is loaded', 'page'),
        figure('until it reports that it runs', 'published', report),
        figure('CPU time of everything until then', 'cpu', report),
      ]
    })
  },
}
