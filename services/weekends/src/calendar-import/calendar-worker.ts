import { serveWorkerTasks } from '@purple-sector/sheets/in-worker'
import { type CalendarTask, readCalendarContent } from './read-calendar-content.ts'

serveWorkerTasks(({ bytes, limits }: CalendarTask) => readCalendarContent(bytes, limits))
