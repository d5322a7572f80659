/* For scripts of reading workers: what reads in the same thread, and loads the parsers of spreadsheets. */
export { decodedText } from './decoded-text.ts'
export { readFile } from './read-file.ts'
export { grouped, Refusal } from './refusal.ts'
export { serveWorkerTasks } from './serve-worker-tasks.ts'
export { SHEET_LIMITS } from './sheet.ts'
