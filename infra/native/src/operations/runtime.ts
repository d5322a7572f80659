/** The two runtimes of the product on one machine. */
export type Runtime = 'embedded' | 'containers'

type RuntimeState = {
  /** The value of WAY. */
  way: string | undefined
  areContainersRunning: boolean
  isEmbeddedRunning: boolean
}

/**
 * Chooses the runtime of a command: the one that WAY names, else the containers when they run, else the embedded
 * product.
 * Throws when both run or WAY is unknown, so that no command changes the wrong data.
 */
export const selectRuntime = ({ way, areContainersRunning, isEmbeddedRunning }: RuntimeState): Runtime => {
  if (way === 'embedded' || way === 'containers') return way
  if (way) throw new Error(`WAY is embedded or containers, not ${way}.`)
  if (areContainersRunning && isEmbeddedRunning)
    throw new Error('The product runs in containers and embedded: say WAY=containers or WAY=embedded.')
  return areContainersRunning ? 'containers' : 'embedded'
}
