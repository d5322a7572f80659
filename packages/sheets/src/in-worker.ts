/* Entry point for worker scripts: reads in the calling thread, and loads the spreadsheet parsers. */
export { decodedText } from './decoded-text.ts'
export { readFile } from './read-file.ts'
export { grouped, Refusal } from './refusal.ts'
export { serveWorkerTasks } from './serve-worker-tasks.ts'
export { SHEET_LIMITS } from './sheet.ts'
