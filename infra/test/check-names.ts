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

const violationOf = (name: string): string | undefined => {
  const word = wordsIn(name).find((word) => WORDS.has(word))
  return word === undefined ? undefined : `"${name}" contains the coined word "${word}": use ${WORDS.get(word)}`
}

/** Returns the faults of one file, by its path and its text: `path:line: "toldAt" contains …`. */
export const violationsOf = (file: string, text: string): string[] => {
  const violations: string[] = []
  const inPath = violationOf(file)
  if (inPath) violations.push(`${file}: the path ${inPath}`)
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const reported = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !reported.has(node.text)) {
      const violation = violationOf(node.text)
      if (violation) {
        reported.add(node.text)
        violations.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${violation}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return violations
}

if (import.meta.main) {
  const files = trackedFiles('*.ts', '*.tsx', '*.mjs', '*.css').filter((file) => !file.includes('/migrations/'))
  const violations = files.flatMap((file) =>
    violationsOf(file, file.endsWith('.css') ? '' : readFileSync(file, 'utf8')),
  )
  for (const violation of violations) process.stderr.write(`${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}
