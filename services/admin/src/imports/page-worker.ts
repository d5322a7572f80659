import { serveWorkerTasks } from '@purple-sector/sheets/in-worker'
import { readPage } from './read-page.ts'

serveWorkerTasks(readPage)
