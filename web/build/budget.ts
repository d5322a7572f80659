import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Budget of the first screen's scripts, gzip, in bytes (docs/quality.md, Speed: W1). */
const BUDGET = 180_000

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const filesOf = (name: string, visited: Set<string>): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || visited.has(chunk.file)) return visited
  visited.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, visited)
  return visited
}

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
if (entry === undefined) throw new Error('The build has no entry')
const files = [...filesOf(entry, new Set())].filter((file) => file.endsWith('.js'))
const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
console.log(
  `first screen: ${(bytes / 1000).toFixed(1)} kB of script, gzip, in ${files.length} files (budget ${BUDGET / 1000} kB)`,
)
if (bytes > BUDGET) {
  console.error('over the budget')
  process.exit(1)
}
