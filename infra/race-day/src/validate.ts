import { parseArgs } from 'node:util'
import { parseErrorMessage } from './command-line.ts'
import { readRecording, UnusableRecording } from './recording/read-recording.ts'

const usage = `Checks recordings of race weekends, and says where one is not in order.

  npx node infra/race-day/src/validate.ts <recording.json> ...

Ends with 0 when all are in order, with 1 when one is not, with 2 when it does not know what to check.
`

const validate = async (files: string[]): Promise<number> => {
  let code = 0
  for (const file of files) {
    try {
      const { weekend, categories, sessions, groups } = await readRecording(file)
      const cars = categories.reduce((sum, { cars }) => sum + cars.length, 0)
      const drawn = groups.length > 0 ? `, ${groups.length} groups` : ''
      console.log(
        `${file}: ${weekend.name}, ${categories.length} categories, ${cars} cars, ${sessions.length} sessions${drawn}`,
      )
    } catch (error) {
      if (!(error instanceof UnusableRecording)) throw error
      console.error(error.message)
      code = 1
    }
  }
  return code
}

const run = async (args: string[]): Promise<number> => {
  try {
    const { values, positionals } = parseArgs({ args, options: { help: { type: 'boolean' } }, allowPositionals: true })
    if (values.help) console.log(usage)
    else if (positionals.length === 0) console.error('Name a recording to check; --help says more.')
    return values.help ? 0 : positionals.length === 0 ? 2 : await validate(positionals)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.error(`${parseErrorMessage(error)} --help says more.`)
    return 2
  }
}

process.exitCode = await run(process.argv.slice(2))
