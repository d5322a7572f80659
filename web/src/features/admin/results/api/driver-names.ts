/** Returns the surname: `Kinnear`. */
export const surname = (driver: string): string => driver.trim().split(/\s+/).at(-1) ?? driver

/** Returns the short name: `T. Kinnear`. */
export const shortName = (driver: string): string => {
  const names = driver.trim().split(/\s+/)
  return names.length > 1 ? `${names[0]?.slice(0, 1)}. ${names.slice(1).join(' ')}` : driver
}
