type Session = { id: number; locked: boolean }

/** The sessions that count; only an empty list means all (docs/rules.md, Races). */
export const isIn = (filter: readonly number[], id: number): boolean => filter.length === 0 || filter.includes(id)

/**
 * The filter with what is locked put right: in a choice every locked session stays where the saved filter has it, and
 * what does not exist any more falls away. An empty choice stays empty: all.
 */
export const settled = (
  choice: readonly number[],
  saved: readonly number[],
  sessions: readonly Session[],
): readonly number[] => {
  if (choice.length === 0) return choice
  const chosen = new Set(choice)
  return sessions.filter(({ id, locked }) => (locked ? isIn(saved, id) : chosen.has(id))).map(({ id }) => id)
}

/** The choice after these open sessions were ticked or unticked. */
export const ticked = (
  choice: readonly number[],
  ids: readonly number[],
  isOn: boolean,
  saved: readonly number[],
  sessions: readonly Session[],
): readonly number[] => {
  const kept = choice.filter((id) => !ids.includes(id))
  return settled(isOn ? [...kept, ...ids] : [...kept, ...lockedIn(saved, sessions)], saved, sessions)
}

const lockedIn = (saved: readonly number[], sessions: readonly Session[]): number[] =>
  sessions.filter(({ id, locked }) => locked && isIn(saved, id)).map(({ id }) => id)

/** Locked sessions that an empty choice would bring in, which the server refuses. */
export const keptOut = <Kind extends Session>(
  choice: readonly number[],
  saved: readonly number[],
  sessions: readonly Kind[],
): Kind[] => (choice.length > 0 ? [] : sessions.filter(({ id, locked }) => locked && !isIn(saved, id)))

/** Whether two filters are the same, in whichever order. */
export const isSameFilter = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** How many sessions show in Purple Sector Tipping. */
export const countShown = (choice: readonly number[], sessions: readonly Session[]): number =>
  sessions.filter(({ id }) => isIn(choice, id)).length
