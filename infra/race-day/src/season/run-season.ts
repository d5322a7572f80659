import { parseArgs } from 'node:util'
import {
  administrator,
  type Environment,
  httpUrl,
  number,
  parseErrorMessage,
  storedAddress,
  wholeNumber,
} from '../command-line.ts'
import { differencesInWords } from '../comparison/differences.ts'
import { shippedSeason } from '../index.ts'
import { PreflightError } from '../preflight-error.ts'
import { playSeason, type SeasonOptions, type SeasonReport } from './play-season.ts'
import { readSeason } from './recorded-season.ts'

const usage = `Plays a recorded season against a running product and checks every season leaderboard.

  npx node infra/race-day/src/main.ts --season [options]

  --url <url>              the product (the address in DATA_DIR/address.json, else http://localhost:8080)
  --second-url <url>       another gateway, for outages
  --origin <origin>        Origin to send, where it is not that of --url
  --recording <file>       a season (the shipped Island Cup)
  --fans <n>               fans (60)
  --admin-email <address>  administrator (first of ADMIN_EMAILS, else DATA_DIR/admin.json)
  --admin-password <word>  (ADMIN_PASSWORD, else DATA_DIR/admin.json)
  --data-dir <folder>      where the embedded product keeps admin.json (DATA_DIR or ./var)
  --delete                 delete the played season and its weekends at the end
  --settle <seconds>       how long boards may take to settle (30)
  --help
`

const parse = (args: string[]) => {
  const text = { type: 'string' as const }
  const flag = { type: 'boolean' as const, default: false }
  try {
    return parseArgs({
      args,
      options: {
        season: flag,
        url: text,
        'second-url': text,
        origin: text,
        recording: { type: 'string', default: shippedSeason },
        fans: { type: 'string', default: '60' },
        'admin-email': text,
        'admin-password': text,
        'data-dir': text,
        delete: flag,
        settle: { type: 'string', default: '30' },
        help: flag,
      },
    })
  } catch (error) {
    throw new PreflightError(`${parseErrorMessage(error)} --season --help lists the options.`)
  }
}

/**
 * Reads the options of a season from the command line and the environment; null for `--help`.
 * @throws PreflightError
 */
export const readSeasonCommandLine = async (args: string[], env: Environment): Promise<SeasonOptions | null> => {
  const { values } = parse(args)
  if (values.help) return null
  return {
    url: httpUrl('url', values.url ?? (await storedAddress(values, env))),
    ...(values['second-url'] && { secondUrl: httpUrl('second-url', values['second-url']) }),
    ...(values.origin && { origin: values.origin }),
    season: await readSeason(values.recording),
    fans: wholeNumber('fans', values.fans),
    admin: await administrator(values, env),
    deletes: values.delete,
    waitForMs: number('settle', values.settle) * 1000,
  }
}

/** Formats the closing lines for the console. */
const seasonReportText = (report: SeasonReport): string => {
  const { tips, compared, differences } = report
  const lines = [
    `Season       ${report.rounds} rounds, ${report.fans} fans, ${report.groups} groups with ${report.memberships} memberships`,
    `Tips         ${tips.open} in the open competition, ${tips.group} in groups, ${tips.copied} handed in for groups, ${tips.automatic} automatic`,
    `Compared     ${compared.times} times: ${compared.boards} leaderboards with ${compared.entries} rows, ${compared.ownSeasons} own seasons`,
    `Took         ${report.seconds.toFixed(1)} s, ${report.retries} calls sent again`,
  ]
  const verdict =
    differences.length === 0
      ? 'No difference: every season leaderboard is as it must be.'
      : `${differences.length} DIFFERENCES\n\n${differencesInWords(differences)}`
  return `\n${lines.join('\n')}\n\n${verdict}`
}

/** Runs the player of a season as the command line says; returns the exit code. */
export const runSeason = async (args: string[], env: Environment, signal: AbortSignal): Promise<number> => {
  const options = await readSeasonCommandLine(args, env)
  if (!options) {
    console.log(usage)
    return 0
  }
  const onStep = (name: string) => console.log(`  ${name}`)
  const report = await playSeason({ ...options, signal, print: console.log, onStep })
  console.log(seasonReportText(report))
  return report.differences.length === 0 ? 0 : 1
}
