/** The two ways to run the product on one machine. */
export type Runtime = 'embedded' | 'containers'

type Found = {
  /** What WAY says. */
  said: string | undefined
  containersRun: boolean
  embeddedRuns: boolean
}

/**
 * Which of the two a command is for: the one that is named, else the containers where they run, else the embedded
 * product. Throws where both run, or something else was named: nobody should act on the wrong data.
 */
export const selectRuntime = ({ said, containersRun, embeddedRuns }: Found): Runtime => {
  if (said === 'embedded' || said === 'containers') return said
  if (said) throw new Error(`WAY is embedded or containers, not ${said}.`)
  if (containersRun && embeddedRuns)
    throw new Error('The product runs in containers and embedded: say WAY=containers or WAY=embedded.')
  return containersRun ? 'containers' : 'embedded'
}
