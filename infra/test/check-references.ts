import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { trackedFiles } from './tracked-files.ts'

/*
 * Checks that every page, heading and decision that code or documents cite is in this repository. `make check` runs it.
 * A reference is `docs/rules.md, Races` (a page, then one of its headings), `ADR 8`, or what a page links to or names
 * as a file of the code (`hub/client.ts`).
 */

/** Pages cited without their file, or outside the repository, which its readers cannot find. */
const UNRESOLVABLE =
  /\bspec part \d|\((?:the )?(?:spec|rules|contract|quality|architecture|look|style|recipes), [A-Z\d][a-z\d ]|\b(?:design|shared)\/(?:rules|contract|quality|architecture|look|style|recipes)\b/

const TEXTS = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.sql', '*.sh', '*.md', '*.yml', 'Makefile', '.ci/run']
const OWN_FILE = 'infra/test/check-references.ts'

/** Joins the lines of a comment, so that a sentence over two lines is matched as one. */
const joinComment = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ')

const headings = new Map<string, string[]>()
const headingsOf = (page: string): string[] => {
  const cached = headings.get(page)
  if (cached) return cached
  const found = existsSync(page)
    ? [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, name]) => name ?? '')
    : []
  headings.set(page, found)
  return found
}
const files = trackedFiles()
const isFile = (name: string): boolean => files.some((file) => file === name || file.endsWith(`/${name}`))
const decisions = new Set(trackedFiles('docs/adr/*.md').map((file) => Number(/(\d{4})-/.exec(file)?.[1])))

const violationsOf = (file: string): string[] => {
  const text = joinComment(readFileSync(file, 'utf8'))
  const violations: string[] = []
  const unresolvable = UNRESOLVABLE.exec(text)
  if (unresolvable)
    violations.push(`cites a page outside the repository: ${text.slice(unresolvable.index, unresolvable.index + 60)}`)
  for (const [, page = '', rest = ''] of text.matchAll(/\b(docs\/[\w-]+\.md)(?:, ([A-Z].{0,80}))?/g)) {
    if (!existsSync(page)) violations.push(`${page} does not exist`)
    else if (rest !== '' && !headingsOf(page).some((heading) => rest.startsWith(heading)))
      violations.push(`${page} has no heading "${rest.split(/[).;:]/)[0]}"`)
  }
  for (const [, number] of text.matchAll(/\bADR (\d+)\b/g))
    if (!decisions.has(Number(number))) violations.push(`there is no ADR ${number}`)
  if (file.endsWith('.md')) {
    for (const [, name = ''] of text.matchAll(/`([\w-][\w./-]*\.(?:ts|tsx|mjs|cjs|sql|sh|css))`/g))
      if (!isFile(name)) violations.push(`names ${name}, which does not exist`)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)/g))
      if (!existsSync(normalize(join(dirname(file), target))))
        violations.push(`links to ${target}, which does not exist`)
  }
  return violations.map((violation) => `${file}: ${violation}`)
}

const violations = trackedFiles(...TEXTS)
  .filter((file) => file !== OWN_FILE)
  .flatMap(violationsOf)
for (const violation of violations) process.stderr.write(`${violation}\n`)
process.exitCode = violations.length > 0 ? 1 : 0
