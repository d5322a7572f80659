declare global {
  interface Navigator {
    /** Chromium only. */
    connection?: { saveData: boolean; effectiveType: string }
  }
}

/** Whether optional data may be prefetched: not if the user saves data, nor on the slowest connections. */
export const isLineFree = (): boolean =>
  !navigator.connection?.saveData && !navigator.connection?.effectiveType.endsWith('2g')
