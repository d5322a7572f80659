/** What was measured, and what a model with these parameters says of it; both above 0. */
export type Observation<Name extends string> = { measured: number; model(parameters: Record<Name, number>): number }

export type Fit<Name extends string> = {
  parameters: Record<Name, number>
  /** Root mean square of how far off the model is, as a share: 0.05 is 5 %. */
  error: number
}

/** The first step changes a parameter by half or so; the search ends where steps of a millionth make nothing better. */
const [FIRST_STEP, LAST_STEP] = [0.5, 1e-6]
const MOST_ROUNDS = 100_000

/**
 * The parameters with the least squares of ln(model / measured), so that being a tenth off counts the same at every size.
 * A pattern search (Hooke and Jeeves 1961): each parameter in turn is made larger and smaller by a factor, and where none
 * gets better so, the factor comes nearer to 1. It finds the minimum next to `start`; parameters stay above 0.
 */
export const fitInLogs = <Name extends string>(
  observations: readonly Observation<Name>[],
  start: Record<Name, number>,
): Fit<Name> => {
  const squares = (parameters: Record<Name, number>): number =>
    observations.reduce((sum, { measured, model }) => sum + Math.log(model(parameters) / measured) ** 2, 0)
  const names = Object.keys(start) as Name[]
  let [best, least] = [start, squares(start)]
  let step = FIRST_STEP
  for (let round = 0; step > LAST_STEP; round += 1) {
    if (round === MOST_ROUNDS) throw new Error('the fit does not come to an end')
    const before = least
    for (const name of names)
      for (const factor of [Math.exp(step), Math.exp(-step)]) {
        const tried = { ...best, [name]: best[name] * factor }
        const sum = squares(tried)
        if (sum < least) [best, least] = [tried, sum]
      }
    if (least === before) step /= 2
  }
  return { parameters: best, error: Math.sqrt(least / observations.length) }
}
