declare global {
  interface Navigator {
    /** Chromium alone tells. */
    connection?: { saveData: boolean; effectiveType: string }
  }
}

/** Whether what nobody looks at yet may be asked for: not where the fan spares data, nor on the slowest lines. */
export const isLineFree = (): boolean =>
  !navigator.connection?.saveData && !navigator.connection?.effectiveType.endsWith('2g')
