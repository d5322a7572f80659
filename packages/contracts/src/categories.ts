/** The eight racing categories, in the order every list uses. Nothing here needs zod: the web app imports it as it is. */
export const CATEGORIES = [
  'Repco Supercars Championship',
  'Boost Mobile TTSO',
  'Dunlop Super2 Series',
  'Heritage Touring Cars',
  'Porsche Carrera Cup Australia',
  'TOYOTA GAZOO Racing Australia GR CUP',
  'Tyrepower V8 SuperUte Series',
  'Australian Superbike Championship',
] as const
export type Category = (typeof CATEGORIES)[number]

/** The main category: its races are worth more (docs/rules.md, Races). */
export const MAIN_CATEGORY: Category = 'Repco Supercars Championship'

export type Points = { first: number; second: number; third: number }

export const MAIN_POINTS: Points = { first: 50, second: 25, third: 15 }
export const SUPPORT_POINTS: Points = { first: 10, second: 6, third: 3 }

/** Points of a category's sessions that carry none of their own (docs/rules.md, Races). */
export const categoryPoints = (category: Category): Points =>
  category === MAIN_CATEGORY ? MAIN_POINTS : SUPPORT_POINTS

/** Position of a category in lists, 0 first. */
export const categoryOrder = (category: Category): number => CATEGORIES.indexOf(category)

const DISPLAY_LABELS: Record<string, Category> = {
  supercars: 'Repco Supercars Championship',
  'repco supercars': 'Repco Supercars Championship',
  ttso: 'Boost Mobile TTSO',
  super2: 'Dunlop Super2 Series',
  'dunlop super2': 'Dunlop Super2 Series',
  heritage: 'Heritage Touring Cars',
  'heritage touring': 'Heritage Touring Cars',
  porsche: 'Porsche Carrera Cup Australia',
  'porsche carrera cup': 'Porsche Carrera Cup Australia',
  'gr cup': 'TOYOTA GAZOO Racing Australia GR CUP',
  'toyota gr cup': 'TOYOTA GAZOO Racing Australia GR CUP',
  superute: 'Tyrepower V8 SuperUte Series',
  superutes: 'Tyrepower V8 SuperUte Series',
  'v8 superute': 'Tyrepower V8 SuperUte Series',
  'v8 superutes': 'Tyrepower V8 SuperUte Series',
  'v8 superute series': 'Tyrepower V8 SuperUte Series',
  superbike: 'Australian Superbike Championship',
  superbikes: 'Australian Superbike Championship',
}

/**
 * The category a spelling means: the eight names without regard to case, and the labels that screens show
 * (`Toyota GR Cup`, `SuperUte`, …). Undefined for anything else, `Formula 1` included (docs/rules.md, Categories).
 */
export const categoryNamed = (spelling: string): Category | undefined => {
  const wanted = spelling.trim().toLowerCase()
  const named = CATEGORIES.find((category) => category.toLowerCase() === wanted)
  // An object has more names than its own: `constructor` is no label.
  return named ?? (Object.hasOwn(DISPLAY_LABELS, wanted) ? DISPLAY_LABELS[wanted] : undefined)
}
