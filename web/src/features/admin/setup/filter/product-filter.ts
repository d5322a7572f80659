type LockableRace = { id: number; locked: boolean }

/** Whether a race counts; an empty filter means all (docs/rules.md, Races). */
export const countsIn = (filter: readonly number[], id: number): boolean => filter.length === 0 || filter.includes(id)

/**
 * Corrects a selection: every locked race stays as the saved filter has it, and deleted races are dropped. An empty
 * selection stays empty, meaning all.
 */
export const withLockedAsSaved = (
  choice: readonly number[],
  saved: readonly number[],
  races: readonly LockableRace[],
): readonly number[] => {
  if (choice.length === 0) return choice
  const chosenIds = new Set(choice)
  return races.filter(({ id, locked }) => (locked ? countsIn(saved, id) : chosenIds.has(id))).map(({ id }) => id)
}

/** Returns the selection after races were selected or deselected. */
export const withRacesSelected = (
  choice: readonly number[],
  ids: readonly number[],
  isOn: boolean,
  saved: readonly number[],
  races: readonly LockableRace[],
): readonly number[] => {
  const otherIds = choice.filter((id) => !ids.includes(id))
  return withLockedAsSaved(isOn ? [...otherIds, ...ids] : [...otherIds, ...lockedIn(saved, races)], saved, races)
}

const lockedIn = (saved: readonly number[], races: readonly LockableRace[]): number[] =>
  races.filter(({ id, locked }) => locked && countsIn(saved, id)).map(({ id }) => id)

/** Returns the locked races that an empty selection would include, which the server rejects. */
export const excludedLocked = <Kind extends LockableRace>(
  choice: readonly number[],
  saved: readonly number[],
  races: readonly Kind[],
): Kind[] => (choice.length > 0 ? [] : races.filter(({ id, locked }) => locked && !countsIn(saved, id)))

/** Whether two filters are equal, ignoring order. */
export const isSameFilter = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** Counts the races visible in Purple Sector Tipping. */
export const countVisible = (choice: readonly number[], races: readonly LockableRace[]): number =>
  races.filter(({ id }) => countsIn(choice, id)).length
