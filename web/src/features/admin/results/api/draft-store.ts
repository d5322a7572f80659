import type { Draft } from './draft.ts'

const keyOf = (raceId: number): string => `purple-sector.result-draft.1.${raceId}`

/** Returns the draft of a race from this tab's session storage, which survives a reload; undefined if there is none. */
export const storedDraft = (raceId: number): Draft | undefined => {
  try {
    const text = sessionStorage.getItem(keyOf(raceId))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores a draft, or deletes it when undefined. */
export const storeDraft = (raceId: number, draft: Draft | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(keyOf(raceId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(raceId))
  } catch {
    // Without storage the draft lives as long as the page.
  }
}
