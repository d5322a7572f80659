const STORAGE_KEY = 'purple-sector.push'

/**
 * Returns the recorded push endpoint of this browser and fan; undefined if the fan has not enabled push in it. Another fan
 * who enables push in this browser replaces the record.
 */
export const recordedEndpoint = (userId: string): string | undefined => {
  try {
    const record: { userId: string; endpoint: string } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    return record.userId === userId ? record.endpoint : undefined
  } catch {
    return undefined
  }
}

/** Records the push endpoint of this browser for this fan; undefined removes it. */
export const recordEndpoint = (userId: string, endpoint: string | undefined): void => {
  try {
    if (endpoint === undefined) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, endpoint }))
  } catch {
    // Without storage the subscription cannot be repaired later.
  }
}
