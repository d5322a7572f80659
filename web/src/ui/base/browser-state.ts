/**
 * Keeps a module's state, which belongs to the one user of a browser.
 *
 * A server renders for many users with the same modules. There, each call returns a new state, so that no render can
 * read what another has written. Any other state at module level is refused (`app/module-state.test.ts`).
 */
export const browserState = <State extends object>(create: () => State): (() => State) => {
  if (typeof window === 'undefined') return create
  const state = create()
  return () => state
}
