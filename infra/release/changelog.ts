import { ConventionalChangelog } from 'conventional-changelog'
import createPreset from 'conventional-changelog-conventionalcommits'

/** What a release lists, in this order. The other types of commits change nothing for operators and users. */
const SECTIONS = [
  ['feat', 'Features'],
  ['fix', 'Fixes'],
  ['perf', 'Performance'],
] as const
const UNLISTED = ['build', 'chore', 'ci', 'docs', 'refactor', 'revert', 'style', 'test']

/** A change other than a feature that breaks something: nothing that a first release could break was in use. */
const BREAKING_ONLY = /^(?!feat)\w+(\(.*\))?!:/

type Release = {
  /** Folder of the repository. */
  repository: string
  version: string
  /** Day of the release, `yyyy-mm-dd`. */
  date: string
  /** The commit of the release before; later ones are listed. */
  since: string
  /** Whether only features are listed: a first release has no fixes, because its faults were in no release. */
  isFirst: boolean
}

/** Returns the section of a release in Markdown: its commits by type, sorted by scope, and its breaking changes. */
export const changelogSection = async ({ repository, version, date, since, isFirst }: Release): Promise<string> => {
  const isListed = (type: string): boolean => !isFirst || type === 'feat'
  const types = [
    ...SECTIONS.map(([type, section]) => (isListed(type) ? { type, section } : { type, effect: 'hidden' as const })),
    ...UNLISTED.map((type) => ({ type, effect: 'hidden' as const })),
  ]
  const generator = new ConventionalChangelog(repository)
    .config(createPreset({ types, ...(isFirst && { ignoreCommits: BREAKING_ONLY }) }))
    .context({ version, date })
    .commits({ from: since })
  const parts: string[] = []
  for await (const part of generator.write()) parts.push(part)
  return `${parts.join('').trim()}\n`
}

const HEADING = '# Changelog\n'
const INTRODUCTION = `${HEADING}
Made from commit messages by \`make release\` ([releases](docs/releases.md)). The first version lists features only.
`

/** Puts a section on top of a changelog, which may be empty. Throws when it has a section of that version. */
export const withSection = (changelog: string, version: string, section: string): string => {
  const rest = changelog === '' ? INTRODUCTION : changelog
  if (rest.includes(`\n## ${version} (`)) throw new Error(`CHANGELOG.md lists ${version} already.`)
  const firstSection = rest.indexOf('\n## ')
  const end = firstSection === -1 ? rest.length : firstSection
  return `${rest.slice(0, end).trimEnd()}\n\n${section}${rest.slice(end)}`
}
