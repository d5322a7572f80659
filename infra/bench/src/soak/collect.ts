import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Loaded into every process of ours in a soak. V8 collects all garbage only when it must, and returns free pages at
 * times of its own choice, in some processes once an hour: resident memory then shows the time of that, not what is
 * retained. So this collects and returns everything, four times in each window that is checked (`flatness.ts`).
 */
setFlagsFromString('--expose-gc')
const collect: (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void = runInNewContext('gc')

setInterval(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), 120_000).unref()
