const PREFIX = 'purple-sector.fan.'

/** Reads a value stored for the signed-in fan in this browser; undefined without a value or without storage. */
export const readFanStorage = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value for the signed-in fan until they sign out; undefined removes it. Returns false without storage. */
export const writeFanStorage = (name: string, value: unknown): boolean => {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Calls `onChange` when another tab changed the value of this name. Returns a function that unsubscribes. */
export const onFanStorageChange = (name: string, onChange: () => void): (() => void) => {
  const listener = ({ key }: StorageEvent) => {
    if (key === PREFIX + name || key === null) onChange()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Removes all values stored for the fan, on sign-out. */
export const clearFanStorage = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // There is no storage.
  }
}
