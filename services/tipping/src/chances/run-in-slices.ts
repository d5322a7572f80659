const SLICE_MS = 8

/** Runs a computation that yields often, and lets the event loop continue every few milliseconds. */
export const runInSlices = async <Result>(steps: Generator<void, Result>): Promise<Result> => {
  let sliceStartedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - sliceStartedAt < SLICE_MS) continue
    await new Promise(setImmediate)
    sliceStartedAt = performance.now()
  }
}
