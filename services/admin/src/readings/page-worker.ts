import { serveReading } from '@purple-sector/sheets/in-worker'
import { readPage } from './read-page.ts'

serveReading(readPage)
