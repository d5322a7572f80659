const PREFIX = 'purple-sector.fan.'

/** Reads what this browser keeps of the signed-in fan under a name; undefined where there is nothing, or no storage. */
export const readFanStorage = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value of the signed-in fan in this browser until they sign out; undefined removes it. False without storage. */
export const writeFanStorage = (name: string, value: unknown): boolean => {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Calls back when another tab has changed what is kept under a name. Returns what ends it. */
export const onFanStorageChange = (name: string, changed: () => void): (() => void) => {
  const listener = ({ key }: StorageEvent) => {
    if (key === PREFIX + name || key === null) changed()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Removes all that this browser keeps of the fan, as they sign out. */
export const clearFanStorage = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // There is none.
  }
}
