import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withFigures } from './figures/figures-table.ts'

// Writes the figures of stored runs into docs/performance.md: node infra/bench/src/record-figures.ts <file> …

const PAGE = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url))

const files = process.argv.slice(2)
if (files.length === 0) throw new Error('Name the files of infra/bench/results whose figures are to be recorded.')
let page = readFileSync(PAGE, 'utf8')
for (const file of files) page = withFigures(page, JSON.parse(readFileSync(file, 'utf8')))
writeFileSync(PAGE, page)
