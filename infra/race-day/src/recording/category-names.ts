import type { Issue } from './recorded-instants.ts'
import type { RecordedField, Recording } from './recording.ts'

/** Two spellings of one category differ in case and blanks at most. */
export const spelling = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Every spelling by which a recording knows a category: what it was called at first, and what it is called later. */
export const spellingsOf = ({ category, shortName, aliases, renames }: RecordedField): string[] =>
  [category, shortName, ...aliases, ...renames.flatMap(({ name, shortName }) => [name, shortName])].flatMap((name) =>
    name === undefined ? [] : [spelling(name)],
  )

/** The name under which a recording lists the category that is meant; the spelling itself when it lists none such. */
const listedName = (recording: Recording, meant: string): string =>
  recording.categories.find((field) => spellingsOf(field).includes(spelling(meant)))?.category ?? meant

/** The recording with every category called as it is in `categories`, so that names can be compared. */
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

/** A spelling means one category only, and renames come in their order. */
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
