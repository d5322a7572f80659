import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Budgets of what every screen waits for, in bytes, gzip (docs/quality.md, Speed: W1, W1b). */
const SCRIPT_BUDGET = 200_000
const STYLES_BUDGET = 25_000

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** A chunk and what it imports statically. */
const chunksOf = (name: string, visited = new Set<Chunk>()): Set<Chunk> => {
  const chunk = manifest[name]
  if (!chunk || visited.has(chunk)) return visited
  visited.add(chunk)
  for (const imported of chunk.imports ?? []) chunksOf(imported, visited)
  return visited
}
const gzipBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
const stylesOf = (...names: string[]): number =>
  gzipBytes(new Set(names.flatMap((name) => [...chunksOf(name)].flatMap(({ css = [] }) => css))))

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
if (entry === undefined) throw new Error('The build has no entry')
const scripts = [...chunksOf(entry)].map(({ file }) => file).filter((file) => file.endsWith('.js'))
const screens = manifest[entry]?.dynamicImports ?? []

let isOver = false
const check = (label: string, bytes: number, budget: number): void => {
  console.log(`every screen: ${label}: ${(bytes / 1000).toFixed(1)} kB, gzip (budget ${budget / 1000} kB)`)
  isOver ||= bytes > budget
}
check(`script in ${scripts.length} files`, gzipBytes(scripts), SCRIPT_BUDGET)
check('styles', stylesOf(entry), STYLES_BUDGET)
const largest = Math.max(...screens.map((screen) => stylesOf(entry, screen)))
console.log(`with the styles of the largest screen: ${(largest / 1000).toFixed(1)} kB`)
if (isOver) {
  console.error('over the budget')
  process.exit(1)
}
