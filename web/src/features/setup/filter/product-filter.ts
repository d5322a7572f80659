type LockableRace = { id: number; locked: boolean }

/** The races that count; only an empty list means all (docs/rules.md, Races). */
export const isIn = (filter: readonly number[], id: number): boolean => filter.length === 0 || filter.includes(id)

/**
 * The filter with what is locked put right: in a choice every locked race stays where the saved filter has it, and
 * what does not exist any more falls away. An empty choice stays empty: all.
 */
export const settled = (
  choice: readonly number[],
  saved: readonly number[],
  races: readonly LockableRace[],
): readonly number[] => {
  if (choice.length === 0) return choice
  const chosen = new Set(choice)
  return races.filter(({ id, locked }) => (locked ? isIn(saved, id) : chosen.has(id))).map(({ id }) => id)
}

/** The choice after these open races were ticked or unticked. */
export const ticked = (
  choice: readonly number[],
  ids: readonly number[],
  isOn: boolean,
  saved: readonly number[],
  races: readonly LockableRace[],
): readonly number[] => {
  const kept = choice.filter((id) => !ids.includes(id))
  return settled(isOn ? [...kept, ...ids] : [...kept, ...lockedIn(saved, races)], saved, races)
}

const lockedIn = (saved: readonly number[], races: readonly LockableRace[]): number[] =>
  races.filter(({ id, locked }) => locked && isIn(saved, id)).map(({ id }) => id)

/** Locked races that an empty choice would bring in, which the server refuses. */
export const keptOut = <Kind extends LockableRace>(
  choice: readonly number[],
  saved: readonly number[],
  races: readonly Kind[],
): Kind[] => (choice.length > 0 ? [] : races.filter(({ id, locked }) => locked && !isIn(saved, id)))

/** Whether two filters are the same, in whichever order. */
export const isSameFilter = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** How many races show in Purple Sector Tipping. */
export const countShown = (choice: readonly number[], races: readonly LockableRace[]): number =>
  races.filter(({ id }) => isIn(choice, id)).length
