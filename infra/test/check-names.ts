import { readFileSync } from 'node:fs'
import ts from 'typescript'
import coined from './coined-words.json' with { type: 'json' }
import { trackedFiles } from './tracked-files.ts'

/*
 * Checks that identifiers and file names use standard terms: none contains a word of `names` in `coined-words.json`.
 * `make check` runs it. Migrations are frozen and not read.
 */

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(coined.names))

const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const faultOf = (name: string): string | undefined => {
  const word = wordsIn(name).find((each) => WORDS.has(each))
  return word === undefined ? undefined : `"${name}" contains the coined word "${word}": use ${WORDS.get(word)}`
}

/** Returns the faults of one file, by its path and its text: `path:line: "toldAt" contains …`. */
export const faultsOf = (file: string, text: string): string[] => {
  const faults: string[] = []
  const inPath = faultOf(file)
  if (inPath) faults.push(`${file}: the path ${inPath}`)
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const reported = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !reported.has(node.text)) {
      const fault = faultOf(node.text)
      if (fault) {
        reported.add(node.text)
        faults.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${fault}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

if (import.meta.main) {
  const files = trackedFiles('*.ts', '*.tsx', '*.mjs', '*.css').filter((file) => !file.includes('/migrations/'))
  const faults = files.flatMap((file) => faultsOf(file, file.endsWith('.css') ? '' : readFileSync(file, 'utf8')))
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
}
