import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Fails a build whose scripts use a Mantine component without its styles (`src/app/theme/library-styles.css`). */
const assets = fileURLToPath(new URL('../dist/assets', import.meta.url))
const readAssets = (ending: string): string =>
  readdirSync(assets)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('\n')
const sheetOf = (library: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`${library}/styles.layer.css`)), 'utf8')

/** Mantine's class names: a hash of the component's style sheet and the class. */
const CLASS = /\bm_[0-9a-f]{6,8}\b/g
const classesIn = (text: string): Set<string> => new Set(text.match(CLASS) ?? [])

const styledClasses = classesIn(readAssets('.css'))
const libraryClasses = classesIn(sheetOf('@mantine/core') + sheetOf('@mantine/charts'))
const missingClasses = [...classesIn(readAssets('.js'))].filter(
  (name) => libraryClasses.has(name) && !styledClasses.has(name),
)
if (missingClasses.length > 0) {
  const sheets = join(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.layer.css'))), 'styles')
  const hasMissingClass = (name: string) =>
    missingClasses.some((className) => readFileSync(join(sheets, name), 'utf8').includes(className))
  const names = readdirSync(sheets).filter((name) => name.endsWith('.layer.css') && hasMissingClass(name))
  console.error(`src/app/theme/library-styles.css lacks ${names.join(', ') || missingClasses.join(', ')}`)
  process.exitCode = 1
}
