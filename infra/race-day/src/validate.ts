import { readRecording, UnusableRecording } from './read-recording.ts'

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Usage: node infra/race-day/src/validate.ts <recording.json> ...')
  process.exitCode = 2
}
for (const file of files) {
  try {
    const { weekend, categories, sessions } = await readRecording(file)
    const cars = categories.reduce((sum, { cars }) => sum + cars.length, 0)
    console.log(`${file}: ${weekend.name}, ${categories.length} categories, ${cars} cars, ${sessions.length} sessions`)
  } catch (error) {
    if (!(error instanceof UnusableRecording)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
