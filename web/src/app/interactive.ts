const waiting = new Set<() => void>()

/** Says that the page can be used: one that came drawn is inert until then. */
export const markInteractive = (): void => {
  document.getElementById('root')?.removeAttribute('inert')
  for (const work of waiting) work()
  waiting.clear()
}

/** Does this once the page can be used, by which all of it is taken over as it was drawn. */
export const whenHydrated = (work: () => void): void => {
  waiting.add(work)
}
