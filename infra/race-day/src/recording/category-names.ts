import type { Issue } from './recorded-instants.ts'
import type { RecordedField, Recording } from './recording.ts'

/** Normalizes a spelling: two spellings of one category differ at most in case and blanks. */
export const spelling = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Returns every normalized spelling of a category in a recording, before and after its renames. */
export const spellingsOf = ({ category, shortName, aliases, renames }: RecordedField): string[] =>
  [category, shortName, ...aliases, ...renames.flatMap(({ name, shortName }) => [name, shortName])].flatMap((name) =>
    name === undefined ? [] : [spelling(name)],
  )

/** Returns the name in `categories` that a spelling means, or the spelling itself without a match. */
const listedName = (recording: Recording, meant: string): string =>
  recording.categories.find((field) => spellingsOf(field).includes(spelling(meant)))?.category ?? meant

/** Returns the recording with every category called as in `categories`, so that names compare. */
export const withListedNames = (recording: Recording): Recording => {
  const named = <T extends { category: string }>(item: T): T => ({
    ...item,
    category: listedName(recording, item.category),
  })
  return {
    ...recording,
    sessions: recording.sessions.map(named),
    carStatuses: recording.carStatuses.map(named),
    fans: {
      ...recording.fans,
      listed: recording.fans.listed.map((fan) => ({ ...fan, tips: fan.tips.map(named), votes: fan.votes.map(named) })),
    },
    groups: recording.groups.map((group) => ({
      ...group,
      points: group.points?.map(named),
      changes: group.changes.map(({ points, ...change }) => ({
        ...change,
        ...(points !== undefined && { points: points?.map(named) ?? null }),
      })),
    })),
  }
}

/** Checks that a spelling means one category only, and that renames are in order. */
export const checkNames = ({ categories }: Recording): Issue[] => {
  const owners = new Map<string, number>()
  return categories.flatMap((field, index) => {
    const taken = spellingsOf(field).find((name) => (owners.get(name) ?? index) !== index)
    for (const name of spellingsOf(field)) owners.set(name, owners.get(name) ?? index)
    const path = `categories.${index}`
    return [
      ...(taken === undefined
        ? []
        : [
            { path: `${path}.category`, message: `${taken} means ${categories[owners.get(taken) ?? 0]?.category} too` },
          ]),
      ...field.renames.flatMap(({ at }, i) =>
        i > 0 && Date.parse(at) < Date.parse(field.renames[i - 1]!.at)
          ? [{ path: `${path}.renames.${i}.at`, message: 'lies before the one above it' }]
          : [],
      ),
    ]
  })
}
