import { browserState } from '../../ui/base/browser-state.ts'

const callbacks = browserState(() => new Set<() => void>())

/** Marks the page interactive and runs the callbacks that waited for it: server-rendered HTML is inert until then. */
export const markInteractive = (): void => {
  document.getElementById('root')?.removeAttribute('inert')
  for (const work of callbacks()) work()
  callbacks().clear()
}

/** Runs `work` once the page is interactive: by then it is hydrated as it was rendered. */
export const whenHydrated = (work: () => void): void => {
  callbacks().add(work)
}
