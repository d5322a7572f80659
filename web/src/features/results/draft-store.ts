import type { Draft } from './draft.ts'

const keyOf = (raceId: number): string => `purple-sector.result-draft.1.${raceId}`

/** The draft of a race that this tab keeps, also over a reload; undefined where there is none. */
export const storedDraft = (raceId: number): Draft | undefined => {
  try {
    const text = sessionStorage.getItem(keyOf(raceId))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps a draft, or forgets the one there was. */
export const storeDraft = (raceId: number, draft: Draft | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(keyOf(raceId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(raceId))
  } catch {
    // Without a place to keep it, the draft lives as long as the page.
  }
}
