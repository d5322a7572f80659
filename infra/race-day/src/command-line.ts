import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { shippedRecording } from './index.ts'
import { defaultSpeed, type RaceDayOptions, type TimingWay, timingWays } from './options.ts'
import { speedFor } from './pace.ts'
import { PreflightError } from './preflight-error.ts'
import { readRecording } from './recording/read-recording.ts'
import type { Recording } from './recording/recording.ts'

export const usage = `Plays a recorded race weekend against a running product and checks every board.

  npx node infra/race-day/src/main.ts [options]

  --url <url>              the product (the address in DATA_DIR/address.json, else http://localhost:8080)
  --second-url <url>       another gateway, for half of the sockets and for outages
  --origin <origin>        Origin to send, where it is not that of --url
  --recording <file>       a recording (the shipped Derwent 500)
  --fans <n>               fans (200)
  --speed <n>              recorded seconds in a second (900)
  --minutes <n>            how long the weekend takes, in the place of --speed
  --sockets <n>            fans who follow on a WebSocket (all)
  --admin-email <address>  administrator (first of ADMIN_EMAILS, else DATA_DIR/admin.json)
  --admin-password <word>  (ADMIN_PASSWORD, else DATA_DIR/admin.json)
  --data-dir <folder>      where the embedded product keeps admin.json (DATA_DIR or ./var)
  --timing <way>           how laps are delivered: push, natsoft or off (push)
  --timing-key <key>       a key of TIMING_KEYS to push with (as the administrator)
  --take-over              deactivate a weekend that is live, and put it back at the end
  --keep                   leave the played weekend live
  --delete                 delete the played weekend at the end
  --settle <seconds>       how long boards may take to settle at the end (30)
  --season                 play a recorded season in place of a weekend (--season --help)
  --help
`

/** Environment variables. */
export type Environment = Record<string, string | undefined>

/**
 * Reads the options of a run from the command line and the environment; null for `--help`.
 * @throws PreflightError
 */
export const readCommandLine = async (args: string[], env: Environment): Promise<RaceDayOptions | null> => {
  const { values } = parse(args)
  if (values.help) return null
  if (values.keep && values.delete) throw new PreflightError('--keep and --delete exclude each other.')
  if (values.keep && values['take-over']) {
    throw new PreflightError('--keep leaves no room for the weekend that --take-over would put back.')
  }
  const recording = await readRecording(values.recording)
  const numbers = {
    fans: wholeNumber('fans', values.fans),
    speed: speedOf(values, recording),
    ...(values.sockets !== undefined && { sockets: wholeNumber('sockets', values.sockets) }),
    waitForMs: number('settle', values.settle) * 1000,
  }
  return {
    ...numbers,
    url: httpUrl('url', values.url ?? (await storedAddress(values, env))),
    ...(values['second-url'] && { secondUrl: httpUrl('second-url', values['second-url']) }),
    ...(values.origin && { origin: values.origin }),
    recording,
    admin: await administrator(values, env),
    timing: parseTimingWay(values.timing),
    ...(values['timing-key'] && { timingKey: values['timing-key'] }),
    takeOver: values['take-over'],
    ending: values.keep ? 'keep' : values.delete ? 'delete' : 'complete',
  }
}

const parse = (args: string[]) => {
  const text = (value?: string) => ({ type: 'string' as const, ...(value !== undefined && { default: value }) })
  const flag = { type: 'boolean' as const, default: false }
  try {
    return parseArgs({
      args,
      options: {
        url: text(),
        recording: { type: 'string', default: shippedRecording },
        fans: { type: 'string', default: '200' },
        speed: text(),
        minutes: text(),
        settle: { type: 'string', default: '30' },
        timing: { type: 'string', default: 'push' },
        'timing-key': text(),
        'second-url': text(),
        origin: text(),
        sockets: text(),
        'admin-email': text(),
        'admin-password': text(),
        'data-dir': text(),
        'take-over': flag,
        keep: flag,
        delete: flag,
        help: flag,
      },
    })
  } catch (error) {
    throw new PreflightError(`${parseErrorMessage(error)} --help lists the options.`)
  }
}

/** Returns the first sentence of the option parser's message; the rest is for programmers. */
export const parseErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\. .*/s, '').replace(/\.?$/, '.')

/** Returns the address on which the embedded product last listened, or the default. */
export const storedAddress = async (options: AdminOptions, env: Environment): Promise<string> => {
  const file = join(options['data-dir'] ?? env.DATA_DIR ?? 'var', 'address.json')
  const found = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}))
  return z.object({ url: z.string() }).catch({ url: 'http://localhost:8080' }).parse(found).url
}

type AdminOptions = { 'admin-email'?: string; 'admin-password'?: string; 'data-dir'?: string }

/** Returns the administrator of the options, the environment or the data folder. */
export const administrator = async (
  options: AdminOptions,
  env: Environment,
): Promise<{ email: string; password: string }> => {
  const email = options['admin-email'] ?? env.ADMIN_EMAILS?.split(',')[0]?.trim()
  const password = options['admin-password'] ?? env.ADMIN_PASSWORD
  if (email && password) return { email, password }
  const file = join(options['data-dir'] ?? env.DATA_DIR ?? 'var', 'admin.json')
  const found = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => null)
  const parsed = z.object({ email: z.string(), password: z.string() }).safeParse(found)
  if (!parsed.success) {
    throw new PreflightError(
      `No administrator: start the product first (make start), or give --admin-email and --admin-password (${file} has none).`,
    )
  }
  return { email: email ?? parsed.data.email, password: password ?? parsed.data.password }
}

/** Reads a number that is not negative. */
export const number = (name: string, value: string): number => {
  const parsed = Number(value)
  if (!/^[0-9]+(\.[0-9]+)?$/.test(value)) throw new PreflightError(`--${name} ${value} is not a number.`)
  return parsed
}

const maxFans = 100_000

/** Reads a whole number of things. */
export const wholeNumber = (name: string, value: string): number => {
  const parsed = number(name, value)
  if (!Number.isInteger(parsed) || parsed > maxFans) {
    throw new PreflightError(`--${name} ${value} is not a whole number from 0 to ${maxFans}.`)
  }
  return parsed
}

/** Returns the given speed, or the speed at which the weekend takes the given minutes. */
const speedOf = (options: { speed?: string; minutes?: string; timing: string }, recording: Recording): number => {
  const { speed, minutes, timing } = options
  if (minutes !== undefined) {
    if (speed !== undefined) throw new PreflightError('--speed and --minutes exclude each other.')
    return speedFor(recording, number('minutes', minutes), { hasTiming: timing !== 'off' })
  }
  const parsed = speed === undefined ? defaultSpeed : number('speed', speed)
  if (parsed === 0) throw new PreflightError('--speed 0 would never end: give a number above 0, 900 is usual.')
  return parsed
}

const parseTimingWay = (value: string): TimingWay => {
  const known = timingWays.find((way) => way === value)
  if (!known) throw new PreflightError(`--timing ${value} is no way to deliver laps: ${timingWays.join(' or ')}.`)
  return known
}

/** Checks an http address. */
export const httpUrl = (name: string, value: string): string => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new PreflightError(`--${name} ${value} is not an http address, such as http://localhost:8080.`)
  return value
}
