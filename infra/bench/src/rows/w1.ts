import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { absolute, atMost } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import type { Row } from './row.ts'

const DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }
type Manifest = Record<string, Chunk>

/** A chunk with all chunks that it imports statically. */
const withImports = (manifest: Manifest, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen)
  return seen
}

const gzipBytes = (files: Iterable<string>): number =>
  [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0)

/** The chunks of a screen: the entry, and its route. */
export const w1: Row = {
  id: 'W1',
  name: 'script of the first screen',
  async run() {
    const file = join(DIST, '.vite/manifest.json')
    if (!existsSync(file)) throw new Error('There is no build of the web app: npx turbo run build')
    const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
    const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
    if (entry === undefined) throw new Error('The build has no entry')
    const first = withImports(manifest, entry)
    const routes = (manifest[entry]?.dynamicImports ?? []).map((route) => ({
      route,
      bytes: gzipBytes([...withImports(manifest, route)].filter((each) => !first.has(each))),
    }))
    const largest = routes.toSorted((a, b) => b.bytes - a.bytes)[0]
    const shared = gzipBytes(first)
    const notes = [
      `${(shared / 1000).toFixed(1)} kB for every screen; ${routes.length} routes split off`,
      ...(largest ? [`the largest, ${largest.route}, adds ${(largest.bytes / 1000).toFixed(1)} kB`] : []),
    ]
    const what = 'web: script for a first screen, gzip, with the largest of the routes'
    const description = { row: 'W1', what, against: '–', unit: 'kB', notes }
    return [absolute(description, atMost(200, 'kB'), spreadOf([(shared + (largest?.bytes ?? 0)) / 1000]))]
  },
}
