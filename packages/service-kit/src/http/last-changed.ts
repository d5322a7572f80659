import type { FastifyReply } from 'fastify'

/**
 * Header with the time of the last racing event in a reply: a client with a spoiler delay shows it later by that delay.
 */
export const LAST_CHANGED = 'last-changed'

/** Sets the time of the last racing event in a reply (docs/rules.md, Live timing); no header if there is none. */
export const setLastChanged = (reply: FastifyReply, at: Date | string | null | undefined): void => {
  if (at) reply.header(LAST_CHANGED, new Date(at).toISOString())
}

/** Returns the latest of some instants, or null. */
export const latestOf = (instants: readonly (Date | string | null | undefined)[]): Date | null =>
  instants.reduce<Date | null>((latest, at) => {
    if (!at) return latest
    const date = new Date(at)
    return latest === null || date > latest ? date : latest
  }, null)
