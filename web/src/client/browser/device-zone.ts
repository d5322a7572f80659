/** Returns the device's time zone; undefined when unknown (`Etc/Unknown`). */
export const deviceZone = (): string | undefined => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
