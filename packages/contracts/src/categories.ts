/** The names of a category; screens and requests may use any of them. */
type Named = { id: number; name: string; shortName: string; aliases: readonly string[] }

type Founding = Named & { aliases: string[]; isMain: boolean; colour: string; order: number; archived: boolean }

const founding = (id: number, name: string, shortName: string, colour: string, aliases: string[]): Founding => ({
  id,
  name,
  shortName,
  aliases,
  isMain: id === 1,
  colour,
  order: id,
  archived: false,
})

/**
 * The categories of a new installation. Afterwards they are data (docs/rules.md, Categories): only code that refers to
 * the initial state may use this list, such as old events that had only a name.
 */
export const FOUNDING_CATEGORIES: readonly Founding[] = [
  founding(1, 'Repco Supercars Championship', 'Supercars', '#3D7FD6', ['Repco Supercars', 'Supercars Championship']),
  founding(2, 'Boost Mobile TTSO', 'TTSO', '#C46A1A', ['Boost Mobile']),
  founding(3, 'Dunlop Super2 Series', 'Super2', '#128C9A', ['Dunlop Super2', 'Super2 Series', 'Super 2']),
  founding(4, 'Heritage Touring Cars', 'Heritage', '#A5753C', ['Heritage Touring']),
  founding(5, 'Porsche Carrera Cup Australia', 'Porsche', '#73808F', ['Porsche Carrera Cup', 'Carrera Cup']),
  founding(6, 'TOYOTA GAZOO Racing Australia GR CUP', 'GR Cup', '#C45A86', [
    'Toyota GR Cup',
    'Toyota GAZOO Racing GR Cup',
  ]),
  founding(7, 'Tyrepower V8 SuperUte Series', 'SuperUtes', '#5F78D0', [
    'SuperUte',
    'SuperUte Series',
    'V8 SuperUte',
    'V8 SuperUtes',
    'V8 SuperUte Series',
  ]),
  founding(8, 'Australian Superbike Championship', 'Superbikes', '#7F7A5A', ['Superbike', 'ASBK']),
]

/** Normalizes a spelling for comparison: case and extra blanks are ignored. */
export const foldedSpelling = (spelling: string): string => spelling.trim().replace(/\s+/g, ' ').toLowerCase()

/** Returns all spellings of a category. */
export const spellingsOf = ({ name, shortName, aliases }: Omit<Named, 'id'>): string[] => [name, shortName, ...aliases]

/** Finds the category by id, name, short name or alias (docs/rules.md, Categories); undefined without one. */
export const findCategory = <Known extends Named>(
  categories: readonly Known[],
  spelling: string | number,
): Known | undefined => {
  const wanted = foldedSpelling(String(spelling))
  if (/^\d+$/.test(wanted)) return categories.find(({ id }) => id === Number(wanted))
  return categories.find((category) => spellingsOf(category).some((known) => foldedSpelling(known) === wanted))
}

const pairsOf = (text: string): Set<string> => {
  const letters = ` ${foldedSpelling(text)} `
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)))
}

/** Dice's coefficient of letter pairs: 1 for equal texts, 0 where no two consecutive letters are shared. */
const likeness = (a: string, b: string): number => {
  const [ours, theirs] = [pairsOf(a), pairsOf(b)]
  return (2 * [...ours].filter((pair) => theirs.has(pair)).length) / (ours.size + theirs.size)
}

/** Returns the categories with spellings most similar to an unknown one, best first. */
export const nearestCategories = <Known extends Named>(
  categories: readonly Known[],
  spelling: string | number,
  most = 3,
): Known[] =>
  categories
    .map((category) => ({
      category,
      score: Math.max(...spellingsOf(category).map((known) => likeness(known, String(spelling)))),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ category }) => category)

/** Returns the message for a request with an unknown category. */
export const unknownCategory = (categories: readonly Named[], spelling: string | number): string => {
  const nearest = nearestCategories(categories, spelling).map(({ name }) => name)
  return `There is no category “${spelling}”. Nearest: ${nearest.join(', ')}.`
}

export type Points = { first: number; second: number; third: number }

export const MAIN_POINTS: Points = { first: 50, second: 25, third: 15 }
export const SUPPORT_POINTS: Points = { first: 10, second: 6, third: 3 }

/** Points of a category's sessions without points of their own (docs/rules.md, Races). */
export const pointsOfCategory = ({ isMain }: { isMain: boolean }): Points => (isMain ? MAIN_POINTS : SUPPORT_POINTS)
