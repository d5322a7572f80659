import { parseArgs } from 'node:util'

export type SoakOptions = {
  minutes: number
  fans: number
  way: 'embedded' | 'distributed'
  /** Seconds between two memory samples. */
  every: number
  /** A stored result to check and draw again instead of playing. */
  draw: string | undefined
}

export const usage = `Plays a race day for so long against a product of its own, reads the memory of every process, and says whether it stays flat.

  node infra/bench/src/soak/main.ts [--minutes 60] [--fans 500] [--way embedded] [--every 10]
  node infra/bench/src/soak/main.ts --draw infra/bench/results/soak-....json

  --minutes <n>   how long the weekend takes, from 2 on; a few minutes check the soak and say nothing of memory.
                  Another before it, of a tenth of that or two minutes, warms up
  --fans <n>      fans, each with a socket
  --way <way>     embedded: one process with Postgres beside it; distributed: every service its own, two gateways
  --every <s>     seconds between two readings
  --draw <file>   judge and draw a result again
`

const numberOf = (name: string, text: string, least: number): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < least) throw new Error(`--${name} takes a number from ${least} on`)
  return value
}

/** @throws Error with a message for users */
export const readSoakOptions = (words: string[]): SoakOptions => {
  const { values } = parseArgs({
    args: words,
    options: {
      minutes: { type: 'string', default: '60' },
      fans: { type: 'string', default: '500' },
      way: { type: 'string', default: 'embedded' },
      every: { type: 'string', default: '10' },
      draw: { type: 'string' },
    },
  })
  const { way, draw } = values
  if (way !== 'embedded' && way !== 'distributed') throw new Error('--way is embedded or distributed')
  const fans = numberOf('fans', values.fans, 1)
  if (!Number.isInteger(fans)) throw new Error('--fans takes a whole number')
  return {
    minutes: numberOf('minutes', values.minutes, 2),
    fans,
    way,
    every: numberOf('every', values.every, 1),
    draw,
  }
}
