import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Loaded into every process of ours that is soaked. V8 collects all of its garbage when it has to, and gives free pages back
 * when it likes, some processes once in an hour: what is resident then says when that was, and nothing of what is held. So
 * all is collected and given back here, four times in each window that is judged (`flatness.ts`).
 */
setFlagsFromString('--expose-gc')
const collect: (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void = runInNewContext('gc')

setInterval(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), 120_000).unref()
