import type { FastifyReply } from 'fastify'

/** The header that says when the racing in a reply last changed: a screen with a delay shows it so much later. */
export const LAST_CHANGED = 'last-changed'

/**
 * Says when what a reply tells of racing happened last, as an instant (docs/rules.md, Live timing); without one, that is
 * where nothing has happened yet, nothing is said.
 */
export const setLastChanged = (reply: FastifyReply, at: Date | string | null | undefined): void => {
  if (at) reply.header(LAST_CHANGED, new Date(at).toISOString())
}

/** The latest of some instants. */
export const latestOf = (instants: readonly (Date | string | null | undefined)[]): Date | null =>
  instants.reduce<Date | null>((latest, at) => {
    if (!at) return latest
    const one = new Date(at)
    return latest === null || one > latest ? one : latest
  }, null)
