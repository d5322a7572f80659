/** The two runtimes of the product on one machine. */
export type Runtime = 'embedded' | 'containers'

type Found = {
  /** The value of WAY. */
  said: string | undefined
  containersRun: boolean
  embeddedRuns: boolean
}

/**
 * Chooses the runtime of a command: the one that WAY names, else the containers when they run, else the embedded
 * product.
 * Throws when both run or WAY is unknown, so that no command changes the wrong data.
 */
export const selectRuntime = ({ said, containersRun, embeddedRuns }: Found): Runtime => {
  if (said === 'embedded' || said === 'containers') return said
  if (said) throw new Error(`WAY is embedded or containers, not ${said}.`)
  if (containersRun && embeddedRuns)
    throw new Error('The product runs in containers and embedded: say WAY=containers or WAY=embedded.')
  return containersRun ? 'containers' : 'embedded'
}
