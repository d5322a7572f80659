const KEPT_AS = 'purple-sector.push'

/**
 * Returns the push endpoint of this browser for this fan as last recorded; undefined if the fan has not enabled push
 * here.
 * Another fan who enables it in this browser replaces the record.
 */
export const recordedEndpoint = (userId: string): string | undefined => {
  try {
    const record: { userId: string; endpoint: string } = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}')
    return record.userId === userId ? record.endpoint : undefined
  } catch {
    return undefined
  }
}

/** Records the push endpoint of this browser for this fan; undefined removes it. */
export const recordEndpoint = (userId: string, endpoint: string | undefined): void => {
  try {
    if (endpoint === undefined) localStorage.removeItem(KEPT_AS)
    else localStorage.setItem(KEPT_AS, JSON.stringify({ userId, endpoint }))
  } catch {
    // Without storage the subscription cannot be repaired later.
  }
}
