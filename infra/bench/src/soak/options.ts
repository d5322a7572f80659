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

export const usage = `Plays a race day of this length against a temporary product, samples the memory of every process, and reports whether it stays flat.

  node infra/bench/src/soak/main.ts [--minutes 60] [--fans 500] [--way embedded] [--every 10]
  node infra/bench/src/soak/main.ts --draw infra/bench/results/soak-....json

  --minutes <n>   length of the weekend, at least 2; a few minutes only check the soak itself.
                  Another of a tenth of that, at least two minutes, is played first as warm-up
  --fans <n>      fans, each with a socket
  --way <way>     embedded: one process with Postgres beside it; distributed: one process per service, two gateways
  --every <s>     seconds between two memory samples
  --draw <file>   check and draw a stored result again
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
