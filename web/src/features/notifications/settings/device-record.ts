const KEPT_AS = 'purple-sector.push'

/**
 * Returns the endpoint at which this browser takes pushes of this fan, as it was last known; undefined where the fan has
 * not turned push on here. Another fan who turned it on later in this browser has replaced the record.
 */
export const recordedEndpoint = (userId: string): string | undefined => {
  try {
    const record: { userId: string; endpoint: string } = JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}')
    return record.userId === userId ? record.endpoint : undefined
  } catch {
    return undefined
  }
}

/** Records where this browser takes pushes of this fan; with undefined, that it takes none. */
export const recordEndpoint = (userId: string, endpoint: string | undefined): void => {
  try {
    if (endpoint === undefined) localStorage.removeItem(KEPT_AS)
    else localStorage.setItem(KEPT_AS, JSON.stringify({ userId, endpoint }))
  } catch {
    // A browser that keeps nothing is not repaired.
  }
}
